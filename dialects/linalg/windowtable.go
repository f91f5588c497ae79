package linalg

// windowTable describes the convolutions and poolings. The name of a convolution lists the
// dimensions of the input, then those of the kernel. The name of a pooling lists those of the
// input. The letters are n (batch), d (depth), h (height), w (width), c (channels), g (groups), f
// (features) and m (channel multiplier). The strings after the description are the loops and
// operands of a [layout].
func windowTable() []named {
	return []named{
		convPlain("conv_1d", "A 1-D convolution without channels.", "xX", "xX", "X", "x"),
		convPlain("conv_2d", "A 2-D convolution without channels.", "yxYX", "yY xX", "Y X", "y x"),
		convPlain("conv_3d", "A 3-D convolution without channels.", "zyxZYX", "zZ yY xX", "Z Y X", "z y x"),
		conv("conv_1d_nwc_wcf", "A 1-D convolution of NWC input with WCF kernels.", "nxfXC", "n xX C", "X C f", "n x f"),
		conv("conv_1d_ncw_fcw", "A 1-D convolution of NCW input with FCW kernels.", "nfxCX", "n C xX", "f C X", "n f x"),
		conv("conv_2d_nhwc_hwcf", "A 2-D convolution of NHWC input with HWCF kernels.", "nyxfYXC", "n yY xX C", "Y X C f", "n y x f"),
		conv("conv_2d_nhwc_fhwc", "A 2-D convolution of NHWC input with FHWC kernels.", "nyxfYXC", "n yY xX C", "f Y X C", "n y x f"),
		convQuantized("conv_2d_nhwc_hwcf_q", "A 2-D convolution of NHWC input with HWCF kernels, after subtraction of zero points.", "nyxfYXC", "n yY xX C", "Y X C f", "n y x f"),
		convQuantized("conv_2d_nhwc_fhwc_q", "A 2-D convolution of NHWC input with FHWC kernels, after subtraction of zero points.", "nyxfYXC", "n yY xX C", "f Y X C", "n y x f"),
		convQuantized("conv_2d_nchw_fchw_q", "A 2-D convolution of NCHW input with FCHW kernels, after subtraction of zero points.", "nfyxCYX", "n C yY xX", "f C Y X", "n f y x"),
		conv("conv_2d_nchw_fchw", "A 2-D convolution of NCHW input with FCHW kernels.", "nfyxCYX", "n C yY xX", "f C Y X", "n f y x"),
		conv("conv_2d_ngchw_fgchw", "A grouped 2-D convolution of NGCHW input with FGCHW kernels.", "ngfyxCYX", "n g C yY xX", "f g C Y X", "n g f y x"),
		conv("conv_2d_ngchw_gfchw", "A grouped 2-D convolution of NGCHW input with GFCHW kernels.", "ngfyxCYX", "n g C yY xX", "g f C Y X", "n g f y x"),
		conv("conv_2d_nhwgc_gfhwc", "A grouped 2-D convolution of NHWGC input with GFHWC kernels.", "nyxgfYXC", "n yY xX g C", "g f Y X C", "n y x g f"),
		convQuantized("conv_2d_nhwgc_gfhwc_q", "A grouped 2-D convolution of NHWGC input with GFHWC kernels, after subtraction of zero points.", "nyxgfYXC", "n yY xX g C", "g f Y X C", "n y x g f"),
		convQuantized("conv_2d_ngchw_gfchw_q", "A grouped 2-D convolution of NGCHW input with GFCHW kernels, after subtraction of zero points.", "ngfyxCYX", "n g C yY xX", "g f C Y X", "n g f y x"),
		conv("conv_3d_ndhwc_dhwcf", "A 3-D convolution of NDHWC input with DHWCF kernels.", "nzyxfZYXC", "n zZ yY xX C", "Z Y X C f", "n z y x f"),
		convQuantized("conv_3d_ndhwc_dhwcf_q", "A 3-D convolution of NDHWC input with DHWCF kernels, after subtraction of zero points.", "nzyxfZYXC", "n zZ yY xX C", "Z Y X C f", "n z y x f"),
		conv("conv_3d_ncdhw_fcdhw", "A 3-D convolution of NCDHW input with FCDHW kernels.", "nfzyxCZYX", "n C zZ yY xX", "f C Z Y X", "n f z y x"),
		conv("depthwise_conv_1d_nwc_wc", "A depthwise 1-D convolution of NWC input with WC kernels.", "nxcX", "n xX c", "X c", "n x c"),
		conv("depthwise_conv_1d_ncw_cw", "A depthwise 1-D convolution of NCW input with CW kernels.", "nxcX", "n c xX", "c X", "n c x"),
		conv("depthwise_conv_1d_nwc_wcm", "A depthwise 1-D convolution of NWC input with WCM kernels.", "nxcmX", "n xX c", "X c m", "n x c m"),
		conv("depthwise_conv_2d_nhwc_hwc", "A depthwise 2-D convolution of NHWC input with HWC kernels.", "nyxcYX", "n yY xX c", "Y X c", "n y x c"),
		conv("depthwise_conv_2d_nchw_chw", "A depthwise 2-D convolution of NCHW input with CHW kernels.", "nyxcYX", "n c yY xX", "c Y X", "n c y x"),
		convQuantized("depthwise_conv_2d_nhwc_hwc_q", "A depthwise 2-D convolution of NHWC input with HWC kernels, after subtraction of zero points.", "nyxcYX", "n yY xX c", "Y X c", "n y x c"),
		conv("depthwise_conv_2d_nhwc_hwcm", "A depthwise 2-D convolution of NHWC input with HWCM kernels.", "nyxcmYX", "n yY xX c", "Y X c m", "n y x c m"),
		convQuantized("depthwise_conv_2d_nhwc_hwcm_q", "A depthwise 2-D convolution of NHWC input with HWCM kernels, after subtraction of zero points.", "nyxcmYX", "n yY xX c", "Y X c m", "n y x c m"),
		conv("depthwise_conv_3d_ndhwc_dhwc", "A depthwise 3-D convolution of NDHWC input with DHWC kernels.", "nzyxZYXc", "n zZ yY xX c", "Z Y X c", "n z y x c"),
		conv("depthwise_conv_3d_ncdhw_cdhw", "A depthwise 3-D convolution of NCDHW input with CDHW kernels.", "nzyxZYXc", "n c zZ yY xX", "c Z Y X", "n c z y x"),
		conv("depthwise_conv_3d_ndhwc_dhwcm", "A depthwise 3-D convolution of NDHWC input with DHWCM kernels.", "nzyxmZYXc", "n zZ yY xX c", "Z Y X c m", "n z y x c m"),
		pool("pooling_nhwc_sum", "The sum of each 2-D window of NHWC input.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "add"),
		pool("pooling_nchw_sum", "The sum of each 2-D window of NCHW input.", "ncyxYX", "n c yY xX", "Y X", "n c y x", "add"),
		pool("pooling_nhwc_max", "The greatest element of each 2-D window of NHWC input.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "max_signed"),
		pool("pooling_nhwc_max_unsigned", "The greatest element of each 2-D window of NHWC input, with integers as unsigned numbers.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "max_unsigned"),
		pool("pooling_nchw_max", "The greatest element of each 2-D window of NCHW input.", "ncyxYX", "n c yY xX", "Y X", "n c y x", "max_signed"),
		pool("pooling_nhwc_min", "The least element of each 2-D window of NHWC input.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "min_signed"),
		pool("pooling_nhwc_min_unsigned", "The least element of each 2-D window of NHWC input, with integers as unsigned numbers.", "nyxcYX", "n yY xX c", "Y X", "n y x c", "min_unsigned"),
		pool("pooling_nwc_sum", "The sum of each 1-D window of NWC input.", "nxcX", "n xX c", "X", "n x c", "add"),
		pool("pooling_ncw_sum", "The sum of each 1-D window of NCW input.", "ncxX", "n c xX", "X", "n c x", "add"),
		pool("pooling_nwc_max", "The greatest element of each 1-D window of NWC input.", "nxcX", "n xX c", "X", "n x c", "max_signed"),
		pool("pooling_nwc_max_unsigned", "The greatest element of each 1-D window of NWC input, with integers as unsigned numbers.", "nxcX", "n xX c", "X", "n x c", "max_unsigned"),
		pool("pooling_ncw_max", "The greatest element of each 1-D window of NCW input.", "ncxX", "n c xX", "X", "n c x", "max_signed"),
		pool("pooling_nwc_min", "The least element of each 1-D window of NWC input.", "nxcX", "n xX c", "X", "n x c", "min_signed"),
		pool("pooling_nwc_min_unsigned", "The least element of each 1-D window of NWC input, with integers as unsigned numbers.", "nxcX", "n xX c", "X", "n x c", "min_unsigned"),
		pool("pooling_ndhwc_sum", "The sum of each 3-D window of NDHWC input.", "nzyxcZYX", "n zZ yY xX c", "Z Y X", "n z y x c", "add"),
		pool("pooling_ndhwc_max", "The greatest element of each 3-D window of NDHWC input.", "nzyxcZYX", "n zZ yY xX c", "Z Y X", "n z y x c", "max_signed"),
		pool("pooling_ndhwc_min", "The least element of each 3-D window of NDHWC input.", "nzyxcZYX", "n zZ yY xX c", "Z Y X", "n z y x c", "min_signed"),
	}
}
