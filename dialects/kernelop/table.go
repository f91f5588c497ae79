package kernelop

import (
	"reflect"
	"sync"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// Dialects returns the dialects of the kernel form.
func Dialects() []*ir.Dialect {
	return []*ir.Dialect{builtin.Dialect(), fn.Dialect(), arith.Dialect(), math.Dialect(), memref.Dialect(), scf.Dialect(), vector.Dialect()}
}

type views []ir.View

// byView maps the Go types of views to codes.
var byView = sync.OnceValue(func() map[reflect.Type]Code {
	m := map[reflect.Type]Code{}
	for c := range table {
		for _, v := range table[c].Views {
			m[reflect.TypeOf(v)] = Code(c)
		}
	}
	return m
})

// Of returns the code of op, or Invalid if kernels cannot contain op.
func Of(op ir.View) Code { return byView()[reflect.TypeOf(op)] }

// names maps the Go types of the views in Dialects to the names of operations.
var names = sync.OnceValue(func() map[reflect.Type]string {
	m := map[reflect.Type]string{}
	for _, d := range Dialects() {
		for _, o := range d.Ops() {
			m[o.View()] = o.Name()
		}
	}
	return m
})

// table describes each code.
var table = [codes]Info{
	Const:       {Views: views{arith.Constant{}}, Family: Constants, Operands: 0, Results: 1},
	AddI:        {Views: views{arith.AddI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "+", Spelling: Infix},
	SubI:        {Views: views{arith.SubI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "-", Spelling: Infix},
	MulI:        {Views: views{arith.MulI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "*", Spelling: Infix},
	DivSI:       {Views: views{arith.DivSI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "/", Spelling: Infix},
	DivUI:       {Views: views{arith.DivUI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "/", Spelling: Unsigned},
	RemSI:       {Views: views{arith.RemSI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "%", Spelling: Infix},
	RemUI:       {Views: views{arith.RemUI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "%", Spelling: Unsigned},
	AndI:        {Views: views{arith.AndI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "&", Spelling: Infix},
	OrI:         {Views: views{arith.OrI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "|", Spelling: Infix},
	XorI:        {Views: views{arith.XOrI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "^", Spelling: Infix},
	ShLI:        {Views: views{arith.ShLI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: "<<", Spelling: Infix},
	ShRSI:       {Views: views{arith.ShRSI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: ">>", Spelling: Infix},
	ShRUI:       {Views: views{arith.ShRUI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers, C: ">>", Spelling: Unsigned},
	MinSI:       {Views: views{arith.MinSI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers},
	MinUI:       {Views: views{arith.MinUI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers},
	MaxSI:       {Views: views{arith.MaxSI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers},
	MaxUI:       {Views: views{arith.MaxUI{}}, Family: IntMath, Operands: 2, Results: 1, From: Integers, To: Integers},
	AbsI:        {Views: views{math.AbsI{}}, Family: IntMath, Operands: 1, Results: 1, From: Integers, To: Integers, C: "abs_int", Spelling: Helper},
	CtPop:       {Views: views{math.CtPop{}}, Family: IntMath, Operands: 1, Results: 1, From: Integers, To: Integers, C: "ctpop", Spelling: Helper},
	CtLZ:        {Views: views{math.CtLz{}}, Family: IntMath, Operands: 1, Results: 1, From: Integers, To: Integers, C: "ctlz", Spelling: Helper},
	CtTZ:        {Views: views{math.CtTz{}}, Family: IntMath, Operands: 1, Results: 1, From: Integers, To: Integers, C: "cttz", Spelling: Helper},
	Dot:         {Views: views{vector.Contract{}}, Family: IntMath, Operands: 3, Results: 1, From: Integers, To: Integers, C: "dot", Spelling: Helper},
	AddF:        {Views: views{arith.AddF{}}, Family: FloatMath, Operands: 2, Results: 1, From: Floats, To: Floats, C: "+", Spelling: Infix},
	SubF:        {Views: views{arith.SubF{}}, Family: FloatMath, Operands: 2, Results: 1, From: Floats, To: Floats, C: "-", Spelling: Infix},
	MulF:        {Views: views{arith.MulF{}}, Family: FloatMath, Operands: 2, Results: 1, From: Floats, To: Floats, C: "*", Spelling: Infix},
	DivF:        {Views: views{arith.DivF{}}, Family: FloatMath, Operands: 2, Results: 1, From: Floats, To: Floats, C: "/", Spelling: Infix},
	RemF:        {Views: views{arith.RemF{}}, Family: FloatMath, Operands: 2, Results: 1, From: Floats, To: Floats, C: "__builtin_fmod", Spelling: Builtin},
	NegF:        {Views: views{arith.NegF{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats},
	MinimumF:    {Views: views{arith.MinimumF{}}, Family: FloatExtreme, Operands: 2, Results: 1, From: Floats, To: Floats, C: "minimum", Spelling: Helper},
	MaximumF:    {Views: views{arith.MaximumF{}}, Family: FloatExtreme, Operands: 2, Results: 1, From: Floats, To: Floats, C: "maximum", Spelling: Helper},
	MinNumF:     {Views: views{arith.MinNumF{}}, Family: FloatExtreme, Operands: 2, Results: 1, From: Floats, To: Floats, C: "minnum", Spelling: Helper},
	MaxNumF:     {Views: views{arith.MaxNumF{}}, Family: FloatExtreme, Operands: 2, Results: 1, From: Floats, To: Floats, C: "maxnum", Spelling: Helper},
	AbsF:        {Views: views{math.AbsF{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats, C: "__builtin_fabs", Spelling: Builtin},
	SqrtF:       {Views: views{math.Sqrt{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats, C: "__builtin_sqrt", Spelling: Builtin},
	FloorF:      {Views: views{math.Floor{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats, C: "__builtin_floor", Spelling: Builtin},
	CeilF:       {Views: views{math.Ceil{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats, C: "__builtin_ceil", Spelling: Builtin},
	TruncF:      {Views: views{math.Trunc{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats, C: "__builtin_trunc", Spelling: Builtin},
	RoundEvenF:  {Views: views{math.RoundEven{}}, Family: FloatMath, Operands: 1, Results: 1, From: Floats, To: Floats, C: "__builtin_nearbyint", Spelling: Builtin},
	CopySign:    {Views: views{math.CopySign{}}, Family: FloatMath, Operands: 2, Results: 1, From: Floats, To: Floats, C: "__builtin_copysign", Spelling: Builtin},
	FMA:         {Views: views{math.Fma{}}, Family: FloatMath, Operands: 3, Results: 1, From: Floats, To: Floats, C: "__builtin_fma", Spelling: Builtin},
	CmpI:        {Views: views{arith.CmpI{}}, Family: Compares, Operands: 2, Results: 1, From: Integers, To: Integers},
	CmpF:        {Views: views{arith.CmpF{}}, Family: Compares, Operands: 2, Results: 1, From: Floats, To: Integers},
	Select:      {Views: views{arith.Select{}}, Family: Selects, Operands: 3, Results: 1},
	ExtSI:       {Views: views{arith.ExtSI{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Integers},
	ExtUI:       {Views: views{arith.ExtUI{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Integers},
	TruncI:      {Views: views{arith.TruncI{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Integers},
	SIToFP:      {Views: views{arith.SIToFP{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Floats},
	UIToFP:      {Views: views{arith.UIToFP{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Floats},
	FPToSI:      {Views: views{arith.FPToSI{}}, Family: Casts, Operands: 1, Results: 1, From: Floats, To: Integers},
	FPToUI:      {Views: views{arith.FPToUI{}}, Family: Casts, Operands: 1, Results: 1, From: Floats, To: Integers},
	ExtF:        {Views: views{arith.ExtF{}}, Family: Casts, Operands: 1, Results: 1, From: Floats, To: Floats},
	NarrowF:     {Views: views{arith.TruncF{}}, Family: Casts, Operands: 1, Results: 1, From: Floats, To: Floats},
	Bitcast:     {Views: views{arith.Bitcast{}}, Family: Casts, Operands: 1, Results: 1},
	Broadcast:   {Views: views{vector.Broadcast{}}, Family: LaneMoves, Operands: 1, Results: 1},
	Extract:     {Views: views{vector.Extract{}}, Family: LaneMoves, Operands: 1, Results: 1},
	Insert:      {Views: views{vector.Insert{}}, Family: LaneMoves, Operands: 2, Results: 1},
	Shuffle:     {Views: views{vector.Shuffle{}}, Family: LaneMoves, Operands: 2, Results: 1},
	StepVec:     {Views: views{vector.Step{}}, Family: LaneMoves, Operands: 0, Results: 1},
	CreateMask:  {Views: views{vector.CreateMask{}}, Family: LaneMoves, Operands: 1, Results: 1},
	Load:        {Views: views{memref.Load{}, vector.Load{}}, Family: Memory, Operands: Any, Results: 1},
	Store:       {Views: views{memref.Store{}, vector.Store{}}, Family: Memory, Operands: Any, Results: 0, Writes: true},
	MaskedLoad:  {Views: views{vector.MaskedLoad{}}, Family: Memory, Operands: Any, Results: 1},
	MaskedStore: {Views: views{vector.MaskedStore{}}, Family: Memory, Operands: Any, Results: 0, Writes: true},
	Gather:      {Views: views{vector.Gather{}}, Family: Memory, Operands: Any, Results: 1},
	Prefetch:    {Views: views{memref.Prefetch{}}, Family: Memory, Operands: Any, Results: 0},
	For:         {Views: views{scf.For{}}, Family: Control, Operands: Any, Results: Any},
	If:          {Views: views{scf.If{}}, Family: Control, Operands: Any, Results: Any},
	IndexCast:   {Views: views{arith.IndexCast{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Integers},
	IndexCastUI: {Views: views{arith.IndexCastUI{}}, Family: Casts, Operands: 1, Results: 1, From: Integers, To: Integers},
	WordCast:    {Views: views{vector.Bitcast{}, vector.ShapeCast{}}, Family: Control, Operands: 1, Results: 1},
	Yield:       {Views: views{scf.Yield{}}, Family: Control, Operands: Any, Results: 0},
	Return:      {Views: views{fn.Return{}}, Family: Control, Operands: Any, Results: 0},
}
