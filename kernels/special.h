/* special.h: special functions shared by the kernels of several files. Part of loops.h.
 * SPDX-License-Identifier: MIT */

/* Included once for each meaning of real, like map.h; a function's file includes it after k.h. All
 * code here is free of branches, so that it can be vectorized: every region is computed, and the
 * right one is selected. The polynomials interpolate the function in the comment next to them, at
 * Chebyshev nodes and with 50 digits. */

#define k_horner K_REAL (k_horner)
#define k_exp_square K_REAL (k_exp_square)
#define k_erfcx K_REAL (k_erfcx)
#define k_erf_inverse K_REAL (k_erf_inverse)
#define k_digamma_far K_REAL (k_digamma_far)
#define k_digamma_near K_REAL (k_digamma_near)
#define k_digamma K_REAL (k_digamma)
#define k_hurwitz K_REAL (k_hurwitz)
#define k_zeta K_REAL (k_zeta)
#define k_lgamma_near K_REAL (k_lgamma_near)
#define k_lgamma_far K_REAL (k_lgamma_far)
#define k_lgamma K_REAL (k_lgamma)
#define k_log_ndtr K_REAL (k_log_ndtr)
#define k_ndtri K_REAL (k_ndtri)

#define K_COUNT(table) ((int) (sizeof (table) / sizeof *(table)))

/* c₀ + c₁ t + c₂ t² + … */
K_FUNCTION real
k_horner (real t, const real *c, int n)
{
  real sum = c[n - 1];

  K_UNROLL
  for (int i = n - 2; i >= 0; i--)
    sum = sum * t + c[i];

  return sum;
}

/* exp (scale x²), where scale is ±1 or ±½. For large x², its rounding would lose correspondingly
 * many digits; so its upper part is a square that is exact. Adding 1.5 · 2^m rounds to a multiple
 * of 2^(m - 52), or in float of 2^(m - 23). */
K_FUNCTION real
k_exp_square (real x, real scale)
{
  const real coarse = sizeof (real) == sizeof (float) ? (real) 196608 : (real) 6442450944;
  const real inside = k_min (k_max (x, -64), 64);
  const real upper = inside + coarse - coarse;

  return k_exp (scale * upper * upper) * k_exp (scale * (inside - upper) * (inside + upper));
}

/* exp (x²) erfc (x). */
K_FUNCTION real
k_erfcx (real x)
{
  /* (1 + 2x) exp (x²) erfc (x) for x = 3.5 (1 + t) / (1 - t). */
  static const real c[] = { 1.2423492448711544,     -0.14000918013761942,   -0.010555596332221952,
                            0.097519095153262231,   -0.11508959816001959,   0.087983153824678842,
                            -0.048823325831056501,  0.019099330945601944,   -4.2150198784057468e-3,
                            -3.0226790250868749e-4, 5.6438426052998976e-4,  -1.2151232760165049e-4,
                            -4.2781721628905617e-5, 2.4260839884956625e-5,  2.3272968965569266e-6,
                            -3.8149339079846981e-6, -4.3051702801470571e-8, 6.0250960570810621e-7,
                            -8.6417449732048167e-9, -9.7119713289757268e-8, 6.7784487935648024e-10,
                            1.39115923112968e-8,    5.811094619015422e-11,  -1.2155186967957755e-9 };
  const real size = k_abs (x);
  const real t = 1 - 7 / (size + (real) 3.5);
  const real y = k_horner (t, c, K_COUNT (c)) / (1 + 2 * size);

  return x < 0 ? 2 * k_exp_square (x, 1) - y : y;
}

/* The y with erf (y) = z, given z and rest = 1 - |z|, each of which is accurate where the other is not. */
K_FUNCTION real
k_erf_inverse (real z, real rest)
{
  /* y / z for z² up to ¼. */
  static const real centre[] = { 0.88622692545275801,  0.23201366653465414,   0.12755617530570252,
                                 0.086552129229282284, 0.064959618496860324,  0.051731254341286519,
                                 0.042837381929296245, 0.036455131845540663,  0.031812838444685186,
                                 0.026969129751201436, 0.030910158235606016,  -1.4607021070302692e-3,
                                 0.087228664466981355, -0.096422745271036434, 0.12003690619362008 };
  /* y / r for r = √-ln (rest) = 3 (1 + t) / (1 - t), down to the smallest double. */
  static const real tail[] = {
    0.9049203326464283,    0.27366457722620215,   -0.33896931095555191,  0.27865891226924666,  -0.17848352926791809,
    0.069470381033356312,  0.020137814865109483,  -0.077763568648088292, 0.098879801929762964, -0.088656342990506474,
    0.056830485576440737,  -0.016221346149207763, -0.02135759352152609,  0.046741451663024162, -0.055542909984970344,
    0.048021223371290218,  -0.028552346828694543, 3.6316252709663372e-3, 0.019066093169946501, -0.032492051644801223,
    0.035931872185652775,  -0.035740735136899798, 0.024929271878321721,  0.014345462856904758, -0.046303749151219859,
    3.5485721327456564e-3, 0.045069575573497786,  0.036645951229841321,  -0.13205054262800002, 0.025875665381808649,
    0.13869874532901562,   -0.1036107401995702,   -0.028383524952055381, 0.056008700851029789, -0.016944362605423004
  };
  /* The same for float, down to the smallest float. */
  static const real short_centre[] = { 0.8862269261,  0.2320134207,  0.1275717276, 0.08618737361,
                                       0.06896367937, 0.02987980209, 0.09744709101 };
  static const real short_tail[] = { 0.9049203308,  0.2736645907,   -0.3389687179,  0.2786574134,  -0.178514382,
                                     0.06951827901, 0.02074393382,  -0.07843972677, 0.09317270785, -0.0836830315,
                                     0.08453848091, -0.03656821286, -0.08758151891, 0.09265058638 };
  const int is_float = sizeof (real) == sizeof (float);
  const real r = k_sqrt (-k_log (rest));
  const real t = 1 - 6 / (r + 3);
  const real square = z * z;
  const real far_share = is_float ? k_horner (t, short_tail, K_COUNT (short_tail)) : k_horner (t, tail, K_COUNT (tail));
  const real near_share =
      is_float ? k_horner (square, short_centre, K_COUNT (short_centre)) : k_horner (square, centre, K_COUNT (centre));
  const real far = k_copysign (r * far_share, z);
  const real near = z * near_share;

  return k_abs (z) <= (real) 0.5 ? near : far;
}

/* ψ (w) for w ≥ 3: ln w and the asymptotic series (NIST DLMF 5.11.2), after seven steps of ψ (w) =
 * ψ (w + 1) - 1 / w if w is below 10. The seven terms are the logarithmic derivative of w (w + 1) …
 * (w + 6). */
K_FUNCTION real
k_digamma_far (real w)
{
  /* B₂ⱼ / 2j */
  static const real c[] = { 0.083333333333333333,   -8.3333333333333333e-3, 3.9682539682539683e-3,
                            -4.1666666666666667e-3, 7.5757575757575758e-3,  -0.021092796092796093,
                            0.083333333333333333 };
  static const real product[] = { 0, 720, 1764, 1624, 735, 175, 21, 1 };
  static const real derivative[] = { 720, 3528, 4872, 2940, 875, 126, 7 };
  const real steps = k_horner (w, derivative, K_COUNT (derivative)) / k_horner (w, product, K_COUNT (product));
  const real at = w < 10 ? w + 7 : w;
  const real inverse = 1 / at;
  const real square = inverse * inverse;
  const real series = k_log (at) - inverse / 2 - square * k_horner (square, c, K_COUNT (c));

  return w < 10 ? series - steps : series;
}

/* ψ (w) for w up to 3, from [1, 2] by one step. No digits are lost near its root, which is stored
 * in two parts. */
K_FUNCTION real
k_digamma_near (real w)
{
  /* ψ (w) / (w - root) in powers of w - 1.5. */
  static const real c[] = { 0.95105587603183289,    -0.4236274212814605,    0.24054248424077422,
                            -0.14840492305390886,   0.094988724454941213,   -0.061922133273064532,
                            0.040760833812420736,   -0.026975796756138249,  0.017907252439451199,
                            -0.011908218001568645,  7.926944646403796e-3,   -5.2799648732574042e-3,
                            3.519006401502276e-3,   -2.345267632540769e-3,  1.5566317474486839e-3,
                            -1.0376374098418605e-3, 7.2332662792875542e-4,  -4.8219905305667889e-4,
                            2.2723316609873759e-4,  -1.5148586836773366e-4, 2.5968482126430747e-4,
                            -1.7312261802727393e-4 };
  const real root = (real) 1.4616321449683622;
  const real rest = sizeof (real) == sizeof (float) ? (real) 1.2438149938918910e-8 : (real) 9.5499954299656977e-17;
  const real base = w < 1 ? w + 1 : w < 2 ? w : w - 1;
  const real inside = (base - root - rest) * k_horner (base - (real) 1.5, c, K_COUNT (c));
  const real step = 1 / (w < 1 ? -w : w - 1);

  return w < 1 ? inside + step : w < 2 ? inside : inside + step;
}

/* ψ, the derivative of ln Γ; for x < 0, ψ (x) = ψ (1 - x) - π / tan (πx). Infinite at 0, NaN at the
 * other poles, where the one-sided limits differ in sign. */
K_FUNCTION real
k_digamma (real x)
{
  const real w = x > 0 ? x : 1 - x;
  const real near = k_digamma_near (w);
  const real far = k_digamma_far (w);
  const real right = w < 3 ? near : far;
  const real turn = x - k_rint (x);
  const real left = right - K_PI / k_tan (K_PI * turn);
  const real at_pole = x == 0 ? left : K_NAN;

  return x > 0 ? right : turn == 0 ? at_pole : left;
}

/* Σₖ ((q + k) unit)^-s for s > 1 and q > 0: seven terms, and the remainder by the Euler-Maclaurin
 * formula (NIST DLMF 25.11.7). */
K_FUNCTION real
k_hurwitz (real s, real q, real unit)
{
  /* B₂ⱼ / (2j)! */
  static const real c[] = { 0.083333333333333333,    -1.3888888888888889e-3,  3.3068783068783069e-5,
                            -8.2671957671957672e-7,  2.0876756987868099e-8,   -5.2841901386874932e-10,
                            1.3382536530684679e-11,  -3.3896802963225829e-13, 8.5860620562778446e-15,
                            -2.1748686985580619e-16, 5.5090028283602295e-18,  -1.3954464685812523e-19,
                            3.5347070396294675e-21,  -8.9535174270375469e-23 };
  const real from = q + 7;
  const real weight = k_pow (from * unit, -s);
  real series = c[K_COUNT (c) - 1];
  real sum = 0;

  K_UNROLL
  for (int j = K_COUNT (c) - 1; j > 0; j--)
    series = c[j - 1] + (s + (2 * j - 1)) / from * ((s + 2 * j) / from) * series;
  K_UNROLL
  for (int k = 6; k >= 0; k--)
    sum += k_pow ((q + k) * unit, -s);

  /* If the weight is zero, the series may not even be finite. */
  return weight == 0 ? sum : sum + weight * (from / (s - 1) + (real) 0.5 + s / from * series);
}

/* The same for q of either sign. For q < 0, where s must be an integer, the terms with q + k < 0
 * are a finite section of the mirrored series. */
K_FUNCTION real
k_zeta (real s, real q, real unit)
{
  const real turn = q - k_rint (q);
  const real above = turn > 0 ? turn : 1 + turn;
  const real below = turn > 0 ? 1 - turn : -turn;
  const real mirrored = k_hurwitz (s, below, unit) - k_hurwitz (s, 1 - q, unit);
  const real start = k_hurwitz (s, q > 0 ? q : above, unit);
  const real left = s / 2 == k_floor (s / 2) ? start + mirrored : start - mirrored;
  const real left_or_pole = turn == 0 ? K_INFINITY : s == k_floor (s) ? left : K_NAN;
  const real value = q > 0 ? start : q <= 0 ? left_or_pole : q;

  return s > 1 ? value : s == 1 ? K_INFINITY : K_NAN;
}

/* For -10 < x < 10: from [1, 2) by steps of Γ (v + 1) = v Γ (v), whose factors are exact.
 * Multiplying them before taking the logarithm, and the roots at 1 and 2 before the polynomial,
 * preserves the digits around all roots. */
K_FUNCTION real
k_lgamma_near (real x)
{
  /* ln Γ (v) / ((v - 1) (v - 2)) in powers of v - 1.5. */
  static const real c[] = { 0.48312895054098089,    -0.14595989591430594,   0.062911401074564846,
                            -0.031308487501053272,  0.01679709863121395,    -9.425622444829649e-3,
                            5.4464578422195529e-3,  -3.2120742206072907e-3, 1.9229162321227923e-3,
                            -1.164411377219605e-3,  7.1152027520512986e-4,  -4.3803516132580536e-4,
                            2.7130273545114008e-4,  -1.6857179450351722e-4, 1.0541715222185905e-4,
                            -6.7937330273970465e-5, 4.2816428627947792e-5,  -2.1487702520625763e-5,
                            1.3584275459130942e-5,  -1.8527803997032961e-5, 1.1820969445467145e-5 };
  const real v1 = x - k_floor (x);
  const real inside = v1 * (v1 - 1) * k_horner (v1 - (real) 0.5, c, K_COUNT (c));
  const real first = x < 2 ? x : x - 1;
  real factors = 1;

  K_UNROLL
  for (int k = 0; k < 11; k++)
    {
      const real up = first + k;
      const real down = first - k;
      const real up_factor = up < 1 ? up : 1;
      const real down_factor = down > 1 ? down : 1;

      factors *= x < 2 ? up_factor : down_factor;
    }

  const real steps = k_log (k_abs (factors));

  return x < 2 ? inside - steps : inside + steps;
}

/* For w ≥ 10: Stirling's series (NIST DLMF 5.11.1). */
K_FUNCTION real
k_lgamma_far (real w)
{
  /* B₂ⱼ / (2j (2j - 1)) */
  static const real c[] = { 0.083333333333333333,   -2.7777777777777778e-3, 7.9365079365079365e-4,
                            -5.9523809523809524e-4, 8.4175084175084175e-4,  -1.9175269175269175e-3,
                            6.4102564102564103e-3,  -0.029550653594771242,  0.17964437236883057 };
  const real half_log_2pi_less_half = (real) 0.41893853320467274;
  const real series = k_horner (1 / (w * w), c, K_COUNT (c)) / w;

  /* The 1 must be inside the parentheses to preserve infinity. */
  return (w - (real) 0.5) * (k_log (w) - 1) + (half_log_2pi_less_half + series);
}

/* For large negative x, ln |Γ (x)| = ln (π / |sin (πx)|) - ln Γ (1 - x). */
K_FUNCTION real
k_lgamma (real x)
{
  const real near = k_lgamma_near (x);
  const real far = k_lgamma_far (x > 0 ? x : 1 - x);
  const real left = k_log (K_PI / k_abs (k_sin (K_PI * (x - k_rint (x))))) - far;
  const real left_or_pole = k_floor (x) == x ? K_INFINITY : left;
  const real outside = x > 0 ? far : left_or_pole;

  return k_abs (x) < 10 ? near : outside;
}

/* ln ½ erfc (-x / √2), the logarithm of the normal distribution. */
K_FUNCTION real
k_log_ndtr (real x)
{
  const real scaled = k_erfcx (k_abs (x) * (real) 0.70710678118654752) / 2;
  const real left = k_log (scaled) - x * x / 2;
  const real right = k_log1p (-scaled * k_exp_square (x, (real) -0.5));

  return x > 0 ? right : left;
}

/* The y where ½ erfc (-y / √2) = x. */
K_FUNCTION real
k_ndtri (real x)
{
  const real p = 2 * x;

  return k_erf_inverse (p - 1, k_min (p, 2 - p)) * (real) 1.4142135623730951;
}
