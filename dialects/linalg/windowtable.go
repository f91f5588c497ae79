package linalg

import "github.com/lathe-ir/lathe/ir"

// The convolutions and poolings. Letters in names are dimensions: n batch, d
// depth, h height, w width, c channels, g groups, f features and m channel
// multiplier; first those of the input, then those of the kernel.
type (
	// Conv1D is a 1-D convolution without channels.
	Conv1D = Named[conv1DEntry]
	// Conv2D is a 2-D convolution without channels.
	Conv2D = Named[conv2DEntry]
	// Conv3D is a 3-D convolution without channels.
	Conv3D = Named[conv3DEntry]
	// Conv1DNwcWcf is a 1-D convolution of NWC input with WCF kernels.
	Conv1DNwcWcf = Named[conv1DNwcWcfEntry]
	// Conv1DNcwFcw is a 1-D convolution of NCW input with FCW kernels.
	Conv1DNcwFcw = Named[conv1DNcwFcwEntry]
	// Conv2DNhwcHwcf is a 2-D convolution of NHWC input with HWCF kernels.
	Conv2DNhwcHwcf = Named[conv2DNhwcHwcfEntry]
	// Conv2DNhwcFhwc is a 2-D convolution of NHWC input with FHWC kernels.
	Conv2DNhwcFhwc = Named[conv2DNhwcFhwcEntry]
	// Conv2DNhwcHwcfQ is a 2-D convolution of NHWC input with HWCF kernels, less zero points.
	Conv2DNhwcHwcfQ = Named[conv2DNhwcHwcfQEntry]
	// Conv2DNhwcFhwcQ is a 2-D convolution of NHWC input with FHWC kernels, less zero points.
	Conv2DNhwcFhwcQ = Named[conv2DNhwcFhwcQEntry]
	// Conv2DNchwFchwQ is a 2-D convolution of NCHW input with FCHW kernels, less zero points.
	Conv2DNchwFchwQ = Named[conv2DNchwFchwQEntry]
	// Conv2DNchwFchw is a 2-D convolution of NCHW input with FCHW kernels.
	Conv2DNchwFchw = Named[conv2DNchwFchwEntry]
	// Conv2DNgchwFgchw is a grouped 2-D convolution of NGCHW input with FGCHW kernels.
	Conv2DNgchwFgchw = Named[conv2DNgchwFgchwEntry]
	// Conv2DNgchwGfchw is a grouped 2-D convolution of NGCHW input with GFCHW kernels.
	Conv2DNgchwGfchw = Named[conv2DNgchwGfchwEntry]
	// Conv2DNhwgcGfhwc is a grouped 2-D convolution of NHWGC input with GFHWC kernels.
	Conv2DNhwgcGfhwc = Named[conv2DNhwgcGfhwcEntry]
	// Conv2DNhwgcGfhwcQ is a grouped 2-D convolution of NHWGC input with GFHWC kernels, less zero points.
	Conv2DNhwgcGfhwcQ = Named[conv2DNhwgcGfhwcQEntry]
	// Conv2DNgchwGfchwQ is a grouped 2-D convolution of NGCHW input with GFCHW kernels, less zero points.
	Conv2DNgchwGfchwQ = Named[conv2DNgchwGfchwQEntry]
	// Conv3DNdhwcDhwcf is a 3-D convolution of NDHWC input with DHWCF kernels.
	Conv3DNdhwcDhwcf = Named[conv3DNdhwcDhwcfEntry]
	// Conv3DNdhwcDhwcfQ is a 3-D convolution of NDHWC input with DHWCF kernels, less zero points.
	Conv3DNdhwcDhwcfQ = Named[conv3DNdhwcDhwcfQEntry]
	// Conv3DNcdhwFcdhw is a 3-D convolution of NCDHW input with FCDHW kernels.
	Conv3DNcdhwFcdhw = Named[conv3DNcdhwFcdhwEntry]
	// DepthwiseConv1DNwcWc is a depthwise 1-D convolution of NWC input with WC kernels.
	DepthwiseConv1DNwcWc = Named[depthwiseConv1DNwcWcEntry]
	// DepthwiseConv1DNcwCw is a depthwise 1-D convolution of NCW input with CW kernels.
	DepthwiseConv1DNcwCw = Named[depthwiseConv1DNcwCwEntry]
	// DepthwiseConv1DNwcWcm is a depthwise 1-D convolution of NWC input with WCM kernels.
	DepthwiseConv1DNwcWcm = Named[depthwiseConv1DNwcWcmEntry]
	// DepthwiseConv2DNhwcHwc is a depthwise 2-D convolution of NHWC input with HWC kernels.
	DepthwiseConv2DNhwcHwc = Named[depthwiseConv2DNhwcHwcEntry]
	// DepthwiseConv2DNchwChw is a depthwise 2-D convolution of NCHW input with CHW kernels.
	DepthwiseConv2DNchwChw = Named[depthwiseConv2DNchwChwEntry]
	// DepthwiseConv2DNhwcHwcQ is a depthwise 2-D convolution of NHWC input with HWC kernels, less zero points.
	DepthwiseConv2DNhwcHwcQ = Named[depthwiseConv2DNhwcHwcQEntry]
	// DepthwiseConv2DNhwcHwcm is a depthwise 2-D convolution of NHWC input with HWCM kernels.
	DepthwiseConv2DNhwcHwcm = Named[depthwiseConv2DNhwcHwcmEntry]
	// DepthwiseConv2DNhwcHwcmQ is a depthwise 2-D convolution of NHWC input with HWCM kernels, less zero points.
	DepthwiseConv2DNhwcHwcmQ = Named[depthwiseConv2DNhwcHwcmQEntry]
	// DepthwiseConv3DNdhwcDhwc is a depthwise 3-D convolution of NDHWC input with DHWC kernels.
	DepthwiseConv3DNdhwcDhwc = Named[depthwiseConv3DNdhwcDhwcEntry]
	// DepthwiseConv3DNcdhwCdhw is a depthwise 3-D convolution of NCDHW input with CDHW kernels.
	DepthwiseConv3DNcdhwCdhw = Named[depthwiseConv3DNcdhwCdhwEntry]
	// DepthwiseConv3DNdhwcDhwcm is a depthwise 3-D convolution of NDHWC input with DHWCM kernels.
	DepthwiseConv3DNdhwcDhwcm = Named[depthwiseConv3DNdhwcDhwcmEntry]
	// PoolingNhwcSum is the sum of each 2-D window of NHWC input.
	PoolingNhwcSum = Named[poolingNhwcSumEntry]
	// PoolingNchwSum is the sum of each 2-D window of NCHW input.
	PoolingNchwSum = Named[poolingNchwSumEntry]
	// PoolingNhwcMax is the greatest of each 2-D window of NHWC input.
	PoolingNhwcMax = Named[poolingNhwcMaxEntry]
	// PoolingNhwcMaxUnsigned is the greatest of each 2-D window of NHWC input, with integers read as unsigned.
	PoolingNhwcMaxUnsigned = Named[poolingNhwcMaxUnsignedEntry]
	// PoolingNchwMax is the greatest of each 2-D window of NCHW input.
	PoolingNchwMax = Named[poolingNchwMaxEntry]
	// PoolingNhwcMin is the least of each 2-D window of NHWC input.
	PoolingNhwcMin = Named[poolingNhwcMinEntry]
	// PoolingNhwcMinUnsigned is the least of each 2-D window of NHWC input, with integers read as unsigned.
	PoolingNhwcMinUnsigned = Named[poolingNhwcMinUnsignedEntry]
	// PoolingNwcSum is the sum of each 1-D window of NWC input.
	PoolingNwcSum = Named[poolingNwcSumEntry]
	// PoolingNcwSum is the sum of each 1-D window of NCW input.
	PoolingNcwSum = Named[poolingNcwSumEntry]
	// PoolingNwcMax is the greatest of each 1-D window of NWC input.
	PoolingNwcMax = Named[poolingNwcMaxEntry]
	// PoolingNwcMaxUnsigned is the greatest of each 1-D window of NWC input, with integers read as unsigned.
	PoolingNwcMaxUnsigned = Named[poolingNwcMaxUnsignedEntry]
	// PoolingNcwMax is the greatest of each 1-D window of NCW input.
	PoolingNcwMax = Named[poolingNcwMaxEntry]
	// PoolingNwcMin is the least of each 1-D window of NWC input.
	PoolingNwcMin = Named[poolingNwcMinEntry]
	// PoolingNwcMinUnsigned is the least of each 1-D window of NWC input, with integers read as unsigned.
	PoolingNwcMinUnsigned = Named[poolingNwcMinUnsignedEntry]
	// PoolingNdhwcSum is the sum of each 3-D window of NDHWC input.
	PoolingNdhwcSum = Named[poolingNdhwcSumEntry]
	// PoolingNdhwcMax is the greatest of each 3-D window of NDHWC input.
	PoolingNdhwcMax = Named[poolingNdhwcMaxEntry]
	// PoolingNdhwcMin is the least of each 3-D window of NDHWC input.
	PoolingNdhwcMin = Named[poolingNdhwcMinEntry]
)

type (
	conv1DEntry                    struct{}
	conv2DEntry                    struct{}
	conv3DEntry                    struct{}
	conv1DNwcWcfEntry              struct{}
	conv1DNcwFcwEntry              struct{}
	conv2DNhwcHwcfEntry            struct{}
	conv2DNhwcFhwcEntry            struct{}
	conv2DNhwcHwcfQEntry           struct{}
	conv2DNhwcFhwcQEntry           struct{}
	conv2DNchwFchwQEntry           struct{}
	conv2DNchwFchwEntry            struct{}
	conv2DNgchwFgchwEntry          struct{}
	conv2DNgchwGfchwEntry          struct{}
	conv2DNhwgcGfhwcEntry          struct{}
	conv2DNhwgcGfhwcQEntry         struct{}
	conv2DNgchwGfchwQEntry         struct{}
	conv3DNdhwcDhwcfEntry          struct{}
	conv3DNdhwcDhwcfQEntry         struct{}
	conv3DNcdhwFcdhwEntry          struct{}
	depthwiseConv1DNwcWcEntry      struct{}
	depthwiseConv1DNcwCwEntry      struct{}
	depthwiseConv1DNwcWcmEntry     struct{}
	depthwiseConv2DNhwcHwcEntry    struct{}
	depthwiseConv2DNchwChwEntry    struct{}
	depthwiseConv2DNhwcHwcQEntry   struct{}
	depthwiseConv2DNhwcHwcmEntry   struct{}
	depthwiseConv2DNhwcHwcmQEntry  struct{}
	depthwiseConv3DNdhwcDhwcEntry  struct{}
	depthwiseConv3DNcdhwCdhwEntry  struct{}
	depthwiseConv3DNdhwcDhwcmEntry struct{}
	poolingNhwcSumEntry            struct{}
	poolingNchwSumEntry            struct{}
	poolingNhwcMaxEntry            struct{}
	poolingNhwcMaxUnsignedEntry    struct{}
	poolingNchwMaxEntry            struct{}
	poolingNhwcMinEntry            struct{}
	poolingNhwcMinUnsignedEntry    struct{}
	poolingNwcSumEntry             struct{}
	poolingNcwSumEntry             struct{}
	poolingNwcMaxEntry             struct{}
	poolingNwcMaxUnsignedEntry     struct{}
	poolingNcwMaxEntry             struct{}
	poolingNwcMinEntry             struct{}
	poolingNwcMinUnsignedEntry     struct{}
	poolingNdhwcSumEntry           struct{}
	poolingNdhwcMaxEntry           struct{}
	poolingNdhwcMinEntry           struct{}
)

func windowedOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Conv1D](),
		ir.Decl[Conv2D](),
		ir.Decl[Conv3D](),
		ir.Decl[Conv1DNwcWcf](),
		ir.Decl[Conv1DNcwFcw](),
		ir.Decl[Conv2DNhwcHwcf](),
		ir.Decl[Conv2DNhwcFhwc](),
		ir.Decl[Conv2DNhwcHwcfQ](),
		ir.Decl[Conv2DNhwcFhwcQ](),
		ir.Decl[Conv2DNchwFchwQ](),
		ir.Decl[Conv2DNchwFchw](),
		ir.Decl[Conv2DNgchwFgchw](),
		ir.Decl[Conv2DNgchwGfchw](),
		ir.Decl[Conv2DNhwgcGfhwc](),
		ir.Decl[Conv2DNhwgcGfhwcQ](),
		ir.Decl[Conv2DNgchwGfchwQ](),
		ir.Decl[Conv3DNdhwcDhwcf](),
		ir.Decl[Conv3DNdhwcDhwcfQ](),
		ir.Decl[Conv3DNcdhwFcdhw](),
		ir.Decl[DepthwiseConv1DNwcWc](),
		ir.Decl[DepthwiseConv1DNcwCw](),
		ir.Decl[DepthwiseConv1DNwcWcm](),
		ir.Decl[DepthwiseConv2DNhwcHwc](),
		ir.Decl[DepthwiseConv2DNchwChw](),
		ir.Decl[DepthwiseConv2DNhwcHwcQ](),
		ir.Decl[DepthwiseConv2DNhwcHwcm](),
		ir.Decl[DepthwiseConv2DNhwcHwcmQ](),
		ir.Decl[DepthwiseConv3DNdhwcDhwc](),
		ir.Decl[DepthwiseConv3DNcdhwCdhw](),
		ir.Decl[DepthwiseConv3DNdhwcDhwcm](),
		ir.Decl[PoolingNhwcSum](),
		ir.Decl[PoolingNchwSum](),
		ir.Decl[PoolingNhwcMax](),
		ir.Decl[PoolingNhwcMaxUnsigned](),
		ir.Decl[PoolingNchwMax](),
		ir.Decl[PoolingNhwcMin](),
		ir.Decl[PoolingNhwcMinUnsigned](),
		ir.Decl[PoolingNwcSum](),
		ir.Decl[PoolingNcwSum](),
		ir.Decl[PoolingNwcMax](),
		ir.Decl[PoolingNwcMaxUnsigned](),
		ir.Decl[PoolingNcwMax](),
		ir.Decl[PoolingNwcMin](),
		ir.Decl[PoolingNwcMinUnsigned](),
		ir.Decl[PoolingNdhwcSum](),
		ir.Decl[PoolingNdhwcMax](),
		ir.Decl[PoolingNdhwcMin](),
	}
}

func (conv1DEntry) named() named {
	return convPlain("conv_1d", "A 1-D convolution without channels.", "xX", "xX", "X", "x")
}
func (conv2DEntry) named() named {
	return convPlain("conv_2d", "A 2-D convolution without channels.", "yxYX", "yY xX", "Y X", "y x")
}
func (conv3DEntry) named() named {
	return convPlain("conv_3d", "A 3-D convolution without channels.", "zyxZYX", "zZ yY xX", "Z Y X", "z y x")
}
func (conv1DNwcWcfEntry) named() named {
	return conv("conv_1d_nwc_wcf", "A 1-D convolution of NWC input with WCF kernels.", "nxfXC", "n xX C", "X C f", "n x f")
}
func (conv1DNcwFcwEntry) named() named {
	return conv("conv_1d_ncw_fcw", "A 1-D convolution of NCW input with FCW kernels.", "nfxCX", "n C xX", "f C X", "n f x")
}
func (conv2DNhwcHwcfEntry) named() named {
	return conv("conv_2d_nhwc_hwcf", "A 2-D convolution of NHWC input with HWCF kernels.", "nyxfYXC", "n yY xX C", "Y X C f", "n y x f")
}
func (conv2DNhwcFhwcEntry) named() named {
	return conv("conv_2d_nhwc_fhwc", "A 2-D convolution of NHWC input with FHWC kernels.", "nyxfYXC", "n yY xX C", "f Y X C", "n y x f")
}
func (conv2DNhwcHwcfQEntry) named() named {
	return convQuantized("conv_2d_nhwc_hwcf_q", "A 2-D convolution of NHWC input with HWCF kernels, less zero points.", "nyxfYXC", "n yY xX C", "Y X C f", "n y x f")
}
func (conv2DNhwcFhwcQEntry) named() named {
	return convQuantized("conv_2d_nhwc_fhwc_q", "A 2-D convolution of NHWC input with FHWC kernels, less zero points.", "nyxfYXC", "n yY xX C", "f Y X C", "n y x f")
}
func (conv2DNchwFchwQEntry) named() named {
	return convQuantized("conv_2d_nchw_fchw_q", "A 2-D convolution of NCHW input with FCHW kernels, less zero points.", "nfyxCYX", "n C yY xX", "f C Y X", "n f y x")
}
func (conv2DNchwFchwEntry) named() named {
	return conv("conv_2d_nchw_fchw", "A 2-D convolution of NCHW input with FCHW kernels.", "nfyxCYX", "n C yY xX", "f C Y X", "n f y x")
}
func (conv2DNgchwFgchwEntry) named() named {
	return conv("conv_2d_ngchw_fgchw", "A grouped 2-D convolution of NGCHW input with FGCHW kernels.", "ngfyxCYX", "n g C yY xX", "f g C Y X", "n g f y x")
}
func (conv2DNgchwGfchwEntry) named() named {
	return conv("conv_2d_ngchw_gfchw", "A grouped 2-D convolution of NGCHW input with GFCHW kernels.", "ngfyxCYX", "n g C yY xX", "g f C Y X", "n g f y x")
}
func (conv2DNhwgcGfhwcEntry) named() named {
	return conv("conv_2d_nhwgc_gfhwc", "A grouped 2-D convolution of NHWGC input with GFHWC kernels.", "nyxgfYXC", "n yY xX g C", "g f Y X C", "n y x g f")
}
func (conv2DNhwgcGfhwcQEntry) named() named {
	return convQuantized("conv_2d_nhwgc_gfhwc_q", "A grouped 2-D convolution of NHWGC input with GFHWC kernels, less zero points.", "nyxgfYXC", "n yY xX g C", "g f Y X C", "n y x g f")
}
func (conv2DNgchwGfchwQEntry) named() named {
	return convQuantized("conv_2d_ngchw_gfchw_q", "A grouped 2-D convolution of NGCHW input with GFCHW kernels, less zero points.", "ngfyxCYX", "n g C yY xX", "g f C Y X", "n g f y x")
}
func (conv3DNdhwcDhwcfEntry) named() named {
	return conv("conv_3d_ndhwc_dhwcf", "A 3-D convolution of NDHWC input with DHWCF kernels.", "nzyxfZYXC", "n zZ yY xX C", "Z Y X C f", "n z y x f")
}
func (conv3DNdhwcDhwcfQEntry) named() named {
	return convQuantized("conv_3d_ndhwc_dhwcf_q", "A 3-D convolution of NDHWC input with DHWCF kernels, less zero points.", "nzyxfZYXC", "n zZ yY xX C", "Z Y X C f", "n z y x f")
}
func (conv3DNcdhwFcdhwEntry) named() named {
	return conv("conv_3d_ncdhw_fcdhw", "A 3-D convolution of NCDHW input with FCDHW kernels.", "nfzyxCZYX", "n C zZ yY xX", "f C Z Y X", "n f z y x")
}
func (depthwiseConv1DNwcWcEntry) named() named {
	return conv("depthwise_conv_1d_nwc_wc", "A depthwise 1-D convolution of NWC input with WC kernels.", "nxcX", "n xX c", "X c", "n x c")
}
func (depthwiseConv1DNcwCwEntry) named() named {
	return conv("depthwise_conv_1d_ncw_cw", "A depthwise 1-D convolution of NCW input with CW kernels.", "nxcX", "n c xX", "c X", "n c x")
}
func (depthwiseConv1DNwcWcmEntry) named() named {
	return conv("depthwise_conv_1d_nwc_wcm", "A depthwise 1-D convolution of NWC input with WCM kernels.", "nxcmX", "n xX c", "X c m", "n x c m")
}
func (depthwiseConv2DNhwcHwcEntry) named() named {
	return conv("depthwise_conv_2d_nhwc_hwc", "A depthwise 2-D convolution of NHWC input with HWC kernels.", "nyxcYX", "n yY xX c", "Y X c", "n y x c")
}
func (depthwiseConv2DNchwChwEntry) named() named {
	return conv("depthwise_conv_2d_nchw_chw", "A depthwise 2-D convolution of NCHW input with CHW kernels.", "nyxcYX", "n c yY xX", "c Y X", "n c y x")
}
func (depthwiseConv2DNhwcHwcQEntry) named() named {
	return convQuantized("depthwise_conv_2d_nhwc_hwc_q", "A depthwise 2-D convolution of NHWC input with HWC kernels, less zero points.", "nyxcYX", "n yY xX c", "Y X c", "n y x c")
}
func (depthwiseConv2DNhwcHwcmEntry) named() named {
	return conv("depthwise_conv_2d_nhwc_hwcm", "A depthwise 2-D convolution of NHWC input with HWCM kernels.", "nyxcmYX", "n yY xX c", "Y X c m", "n y x c m")
}
func (depthwiseConv2DNhwcHwcmQEntry) named() named {
	return convQuantized("depthwise_conv_2d_nhwc_hwcm_q", "A depthwise 2-D convolution of NHWC input with HWCM kernels, less zero points.", "nyxcmYX", "n yY xX c", "Y X c m", "n y x c m")
}
func (depthwiseConv3DNdhwcDhwcEntry) named() named {
	return conv("depthwise_conv_3d_ndhwc_dhwc", "A depthwise 3-D convolution of NDHWC input with DHWC kernels.", "nzyxZYXc", "n zZ yY xX c", "Z Y X c", "n z y x c")
}
func (depthwiseConv3DNcdhwCdhwEntry) named() named {
	return conv("depthwise_conv_3d_ncdhw_cdhw", "A depthwise 3-D convolution of NCDHW input with CDHW kernels.", "nzyxZYXc", "n c zZ yY xX", "c Z Y X", "n c z y x")
}
func (depthwiseConv3DNdhwcDhwcmEntry) named() named {
	return conv("depthwise_conv_3d_ndhwc_dhwcm", "A depthwise 3-D convolution of NDHWC input with DHWCM kernels.", "nzyxmZYXc", "n zZ yY xX c", "Z Y X c m", "n z y x c m")
}
func (poolingNhwcSumEntry) named() named {
	return pool("pooling_nhwc_sum", "The sum of each 2-D window of NHWC input.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "add")
}
func (poolingNchwSumEntry) named() named {
	return pool("pooling_nchw_sum", "The sum of each 2-D window of NCHW input.", "ncyxYX", "n c yY xX", "Y X", "n c y x", "add")
}
func (poolingNhwcMaxEntry) named() named {
	return pool("pooling_nhwc_max", "The greatest of each 2-D window of NHWC input.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "max_signed")
}
func (poolingNhwcMaxUnsignedEntry) named() named {
	return pool("pooling_nhwc_max_unsigned", "The greatest of each 2-D window of NHWC input, with integers read as unsigned.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "max_unsigned")
}
func (poolingNchwMaxEntry) named() named {
	return pool("pooling_nchw_max", "The greatest of each 2-D window of NCHW input.", "ncyxYX", "n c yY xX", "Y X", "n c y x", "max_signed")
}
func (poolingNhwcMinEntry) named() named {
	return pool("pooling_nhwc_min", "The least of each 2-D window of NHWC input.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "min_signed")
}
func (poolingNhwcMinUnsignedEntry) named() named {
	return pool("pooling_nhwc_min_unsigned", "The least of each 2-D window of NHWC input, with integers read as unsigned.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "min_unsigned")
}
func (poolingNwcSumEntry) named() named {
	return pool("pooling_nwc_sum", "The sum of each 1-D window of NWC input.", "nxcX", "n xX c", "X", "n x c", "add")
}
func (poolingNcwSumEntry) named() named {
	return pool("pooling_ncw_sum", "The sum of each 1-D window of NCW input.", "ncxX", "n c xX", "X", "n c x", "add")
}
func (poolingNwcMaxEntry) named() named {
	return pool("pooling_nwc_max", "The greatest of each 1-D window of NWC input.", "nxcX", "n xX c", "X", "n x c", "max_signed")
}
func (poolingNwcMaxUnsignedEntry) named() named {
	return pool("pooling_nwc_max_unsigned", "The greatest of each 1-D window of NWC input, with integers read as unsigned.", "nxcX", "n xX c", "X", "n x c", "max_unsigned")
}
func (poolingNcwMaxEntry) named() named {
	return pool("pooling_ncw_max", "The greatest of each 1-D window of NCW input.", "ncxX", "n c xX", "X", "n c x", "max_signed")
}
func (poolingNwcMinEntry) named() named {
	return pool("pooling_nwc_min", "The least of each 1-D window of NWC input.", "nxcX", "n xX c", "X", "n x c", "min_signed")
}
func (poolingNwcMinUnsignedEntry) named() named {
	return pool("pooling_nwc_min_unsigned", "The least of each 1-D window of NWC input, with integers read as unsigned.", "nxcX", "n xX c", "X", "n x c", "min_unsigned")
}
func (poolingNdhwcSumEntry) named() named {
	return pool("pooling_ndhwc_sum", "The sum of each 3-D window of NDHWC input.", "nzyxcZYX", "n zZ yY xX c", "Z Y X", "n z y x c", "add")
}
func (poolingNdhwcMaxEntry) named() named {
	return pool("pooling_ndhwc_max", "The greatest of each 3-D window of NDHWC input.", "nzyxcZYX", "n zZ yY xX c", "Z Y X", "n z y x c", "max_signed")
}
func (poolingNdhwcMinEntry) named() named {
	return pool("pooling_ndhwc_min", "The least of each 3-D window of NDHWC input.", "nzyxcZYX", "n zZ yY xX c", "Z Y X", "n z y x c", "min_signed")
}
