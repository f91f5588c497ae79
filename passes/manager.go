package passes

// Manager runs pipelines.
type Manager struct{}

type output struct{}
