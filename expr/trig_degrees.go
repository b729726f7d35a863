package expr

// This file has the trigonometric functions of degrees. They are exact where the
// result is plain, as sind(30) is: each is scaled by its own value at 30, 60 or
// 45 degrees, so that the error there cancels.

import "math"

var (
	sin30         = sin(radians(30))
	oneMinusCos60 = 1 - cos(radians(60))
	asinHalf      = asin(0.5)
	acosHalf      = acos(0.5)
	tan45         = sinQuarter(45) / cosQuarter(45)
	cot45         = cosQuarter(45) / sinQuarter(45)
)

func sinTo30(x float64) float64 { return sin(radians(x)) / sin30 / 2 }
func cosTo60(x float64) float64 { return 1 - (1-cos(radians(x)))/oneMinusCos60/2 }

// sinQuarter and cosQuarter take 0 to 90 degrees.
func sinQuarter(x float64) float64 {
	if x <= 30 {
		return sinTo30(x)
	}
	return cosTo60(90 - x)
}

func cosQuarter(x float64) float64 {
	if x <= 60 {
		return cosTo60(x)
	}
	return sinTo30(90 - x)
}

func sinDegrees(x float64) float64 {
	x, sign := math.Mod(x, 360), 1.0
	if x < 0 {
		x, sign = -x, -1
	}
	if x > 180 {
		x, sign = 360-x, -sign
	}
	if x > 90 {
		x = 180 - x
	}
	return sign * sinQuarter(x)
}

func cosDegrees(x float64) float64 {
	x, sign := math.Abs(math.Mod(x, 360)), 1.0
	if x > 180 {
		x = 360 - x
	}
	if x > 90 {
		x, sign = 180-x, -1
	}
	return sign * cosQuarter(x)
}

// quarter brings an angle of a tangent into 0 to 90 degrees.
func quarter(x float64) (y, sign float64) {
	x, sign = math.Mod(x, 360), 1
	if x < 0 {
		x, sign = -x, -1
	}
	if x > 180 {
		x, sign = 360-x, -sign
	}
	if x > 90 {
		x, sign = 180-x, -sign
	}
	return x, sign
}

func tanDegrees(x float64) float64 {
	x, sign := quarter(x)
	r := sign * (sinQuarter(x) / cosQuarter(x) / tan45)
	if r == 0 {
		return 0 // not -0
	}
	return r
}

func cotDegrees(x float64) float64 {
	x, sign := quarter(x)
	r := sign * (cosQuarter(x) / sinQuarter(x) / cot45)
	if r == 0 {
		return 0
	}
	return r
}

func asinDegrees(x float64) float64 {
	if x < 0 {
		return -asinDegrees(-x)
	}
	if x <= 0.5 {
		return asin(x) / asinHalf * 30
	}
	return 90 - acos(x)/acosHalf*60
}

func acosDegrees(x float64) float64 {
	switch {
	case x < 0:
		return 90 + asinDegrees(-x)
	case x <= 0.5:
		return 90 - asin(x)/asinHalf*30
	}
	return acos(x) / acosHalf * 60
}

func atanDegrees(x float64) float64 { return atan(x) / atan(1) * 45 }
