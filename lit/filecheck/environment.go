package filecheck

// EnvironmentOptions splits the value of FILECHECK_OPTS into options. Options are separated by
// white space, and can have single quotes, double quotes and backslashes. As in LLVM, empty quotes
// do not make an empty option.
func EnvironmentOptions(value string) []string {
	var words []string
	var word []byte
	quote := byte(0)
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word))
		}
		word = nil
	}
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			i++
			word = append(word, value[i])
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			end()
		default:
			word = append(word, c)
		}
	}
	end()
	return words
}
