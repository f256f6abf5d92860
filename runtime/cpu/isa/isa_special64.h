/* Special functions in double precision, and shorter ones from which those of floats are made, as in isa_math64.h: no
   branches, no tables. Every one is a polynomial of a variable in which the function is smooth, times what makes it so;
   the polynomials interpolate at Chebyshev's points. Within 4 units in the last place (digamma: beside its zeros, of
   1).
 */
#ifndef RT_ISA_SPECIAL64_H
#define RT_ISA_SPECIAL64_H

/* (1 + 2 a) e^(a^2) erfc(a) of u = (a - 4) / (a + 4), a up to 28 */
VECTOR double erfc_terms(double u)
{
    double p = -0x1.f47207b168acdp-30;

    p = fma(p, u, -0x1.d5bb4c6d5b92dp-27);
    p = fma(p, u, -0x1.09198a32cd9a9p-27);
    p = fma(p, u, 0x1.ef6c0c38d1a2bp-24);
    p = fma(p, u, 0x1.0d535fce28f99p-24);
    p = fma(p, u, -0x1.c05fc977974eap-21);
    p = fma(p, u, 0x1.4392983419eddp-22);
    p = fma(p, u, 0x1.7fb88e391a9fep-18);
    p = fma(p, u, -0x1.78a43458cca4bp-17);
    p = fma(p, u, -0x1.996ad056e530bp-16);
    p = fma(p, u, 0x1.3be0b393ee921p-13);
    p = fma(p, u, -0x1.a1de7c6e9ac9cp-13);
    p = fma(p, u, -0x1.8d4a9dc0d22f3p-11);
    p = fma(p, u, 0x1.49c671893963fp-8);
    p = fma(p, u, -0x1.0962388367b2fp-6);
    p = fma(p, u, 0x1.3079edfa1033fp-5);
    p = fma(p, u, -0x1.0fb06dfe46987p-4);
    p = fma(p, u, 0x1.7fee004df6263p-4);
    p = fma(p, u, -0x1.9ddb23c3e98a6p-4);
    p = fma(p, u, 0x1.16ecefcfa6077p-4);
    p = fma(p, u, 0x1.f7f5df66fd951p-7);
    p = fma(p, u, -0x1.1df1ad154a29cp-3);
    return fma(p, u, 0x1.3ba5916e9fd7fp+0);
}

/* erf(a) / a - 1 of u = a^2, a up to 1 */
VECTOR double erf_terms(double u)
{
    double p = -0x1.ac9585a44fe29p-31;

    p = fma(p, u, 0x1.d76af6ca49787p-27);
    p = fma(p, u, -0x1.5c131500d3f88p-23);
    p = fma(p, u, 0x1.b981d78881a5dp-20);
    p = fma(p, u, -0x1.f4ca838adb73bp-17);
    p = fma(p, u, 0x1.f9a2be4f731a1p-14);
    p = fma(p, u, -0x1.c02db0665e53dp-11);
    p = fma(p, u, 0x1.565bccfa44156p-8);
    p = fma(p, u, -0x1.b82ce31203772p-6);
    p = fma(p, u, 0x1.ce2f21a040f66p-4);
    p = fma(p, u, -0x1.812746b0379c1p-2);
    return fma(p, u, 0x1.06eba8214db68p-3);
}

/* erfinv(x) / x of u = w - 3.125 with w = -log(1 - x^2), w up to 6.25: in this variable, and further out in its root,
   the function is smooth (Giles, Approximating the erfinv function, 2010) */
VECTOR double erfinv_terms(double u)
{
    double p = 0x1.e9b8ae7230c25p-69;

    p = fma(p, u, -0x1.5087a244b0f6cp-70);
    p = fma(p, u, -0x1.9d290dd3bcb70p-62);
    p = fma(p, u, 0x1.536d397f9b9b1p-60);
    p = fma(p, u, 0x1.1f4ba5de5dc3fp-56);
    p = fma(p, u, -0x1.2c266176e7096p-53);
    p = fma(p, u, -0x1.73898c37dc54ap-55);
    p = fma(p, u, 0x1.db523eb040288p-48);
    p = fma(p, u, -0x1.686642b67610ap-45);
    p = fma(p, u, -0x1.6d9ec5e3ec6afp-44);
    p = fma(p, u, 0x1.723527b7cff86p-39);
    p = fma(p, u, -0x1.c89564c5d1004p-37);
    p = fma(p, u, -0x1.dc3ee8b6c53ccp-35);
    p = fma(p, u, 0x1.20f4e6bf074cfp-30);
    p = fma(p, u, -0x1.1a9eb1bc8f0f0p-28);
    p = fma(p, u, -0x1.f36ce4ae847fdp-26);
    p = fma(p, u, 0x1.c6b4f890935ddp-22);
    p = fma(p, u, -0x1.6e8a53f106129p-20);
    p = fma(p, u, -0x1.d1d1f7ca4030fp-17);
    p = fma(p, u, 0x1.879c2a20da432p-13);
    p = fma(p, u, -0x1.84576948353e1p-11);
    p = fma(p, u, -0x1.8b6c33114eeaep-8);
    p = fma(p, u, 0x1.ebd80d9b13df9p-3);
    return fma(p, u, 0x1.a755e7c99ae86p+0);
}

/* the same of u = 1 / (1 + sqrt(w)) - 0.2133, w from 6.25 to 37.2 */
VECTOR double erfinv_tail_terms(double u)
{
    double p = 0x1.940cba3e00505p+70;

    p = fma(p, u, 0x1.db22992e475a8p+67);
    p = fma(p, u, -0x1.861fe56a40c0cp+66);
    p = fma(p, u, -0x1.191c84563f790p+63);
    p = fma(p, u, 0x1.729618ac6f75ap+61);
    p = fma(p, u, 0x1.da4703f2d336ep+56);
    p = fma(p, u, -0x1.ce616e232765fp+55);
    p = fma(p, u, 0x1.a18e8fe7d235ap+47);
    p = fma(p, u, 0x1.b601d92c5663cp+49);
    p = fma(p, u, -0x1.4836bb15cb526p+45);
    p = fma(p, u, -0x1.4a34ede654515p+43);
    p = fma(p, u, 0x1.c4ec7351f0cc7p+39);
    p = fma(p, u, 0x1.07b8b6a724b18p+37);
    p = fma(p, u, -0x1.18817557260cbp+34);
    p = fma(p, u, -0x1.f78b54ab28dbbp+29);
    p = fma(p, u, 0x1.5700669fbfafbp+26);
    p = fma(p, u, 0x1.674c0f0727becp+25);
    p = fma(p, u, -0x1.a05b494ff6a81p+22);
    p = fma(p, u, 0x1.6fe9a16b5b964p+19);
    p = fma(p, u, -0x1.cea64d8d209fdp+17);
    p = fma(p, u, 0x1.9ec88a235b956p+15);
    p = fma(p, u, -0x1.3ff9fbe727767p+13);
    p = fma(p, u, 0x1.1e8278c16abfcp+11);
    p = fma(p, u, -0x1.e2666203305b8p+8);
    p = fma(p, u, 0x1.a41a3a20cc2a1p+6);
    p = fma(p, u, -0x1.62a12401092d8p+4);
    return fma(p, u, 0x1.c33a0b63f49cdp+1);
}

/* erfinv(x) / x / sqrt(w) of u = 1 / (1 + sqrt(w)) - 0.088, w from 37 to 746 */
VECTOR double ndtri_last_terms(double u)
{
    double p = -0x1.b2d3bb02f5c07p+45;

    p = fma(p, u, 0x1.75dc6f7a31e4dp+42);
    p = fma(p, u, 0x1.e34ed254f4253p+36);
    p = fma(p, u, -0x1.ccafb12faa4fbp+33);
    p = fma(p, u, -0x1.66864ec988bd5p+31);
    p = fma(p, u, 0x1.46607aeb4619cp+28);
    p = fma(p, u, -0x1.6d6e648035497p+24);
    p = fma(p, u, 0x1.52a53c4c42486p+21);
    p = fma(p, u, -0x1.61457d712849ep+18);
    p = fma(p, u, 0x1.5fa4bf264d87bp+15);
    p = fma(p, u, -0x1.6bf35bb8a8726p+12);
    p = fma(p, u, 0x1.8fdc2d1604f75p+9);
    p = fma(p, u, -0x1.d881aa77d2720p+6);
    p = fma(p, u, 0x1.69673506bc392p+4);
    p = fma(p, u, -0x1.e1354e07b22b9p+0);
    p = fma(p, u, 0x1.8c2d1127a0c35p+0);
    p = fma(p, u, -0x1.8051fae84b369p-1);
    p = fma(p, u, -0x1.9a25a805e7b48p-3);
    return fma(p, u, 0x1.fab361b0793d9p-1);
}

/* erfinv(x) / x, short, of u = w - 2.75, w up to 5.5 */
VECTOR double ndtri_terms(double u)
{
    double p = 0x1.1ee1fc859495cp-34;

    p = fma(p, u, 0x1.53fafeb17160fp-31);
    p = fma(p, u, -0x1.2448c304f5b46p-27);
    p = fma(p, u, -0x1.23dad64c7d659p-28);
    p = fma(p, u, 0x1.03b40b8816517p-21);
    p = fma(p, u, -0x1.5ad043517b8ecp-19);
    p = fma(p, u, -0x1.3e57d1483af34p-17);
    p = fma(p, u, 0x1.b67fc4b47a534p-13);
    p = fma(p, u, -0x1.1041ff5304706p-10);
    p = fma(p, u, -0x1.4a09f01270c70p-8);
    p = fma(p, u, 0x1.f4636c3c2f228p-3);
    return fma(p, u, 0x1.9012fae66d970p+0);
}

/* the same of u = 1 / (1 + sqrt(w)) - 0.1947, w from 5.5 to 103 */
VECTOR double ndtri_tail_terms(double u)
{
    double p = -0x1.86c4da14c93c4p+44;

    p = fma(p, u, 0x1.59b252e0c6cedp+42);
    p = fma(p, u, 0x1.2d506c8def789p+38);
    p = fma(p, u, -0x1.750f4b8292c69p+36);
    p = fma(p, u, -0x1.02925a6a2498dp+34);
    p = fma(p, u, 0x1.e35e9d00b88a8p+31);
    p = fma(p, u, -0x1.a15b690d36829p+27);
    p = fma(p, u, 0x1.4c6a6ce29c1d8p+25);
    p = fma(p, u, -0x1.bde1572ff6be6p+23);
    p = fma(p, u, 0x1.37c99be1c8165p+21);
    p = fma(p, u, -0x1.c6fed3102ec34p+18);
    p = fma(p, u, 0x1.76d213804121bp+16);
    p = fma(p, u, -0x1.1db32fa3ca413p+14);
    p = fma(p, u, 0x1.bfbb6774d5d5fp+11);
    p = fma(p, u, -0x1.5c26801b7867ap+9);
    p = fma(p, u, 0x1.12ef72c2ee45fp+7);
    p = fma(p, u, -0x1.aa34bc3d1b044p+4);
    return fma(p, u, 0x1.fd15051e40c2bp+1);
}

/* I0(a) of u = a^2 / 4, a up to 8 */
VECTOR double i0_terms(double u)
{
    double p = 0x1.20d247d00eeebp-88;

    p = fma(p, u, 0x1.31d00bad6ba1ap-81);
    p = fma(p, u, 0x1.46a4446d3e276p-73);
    p = fma(p, u, 0x1.e56f7ffb05c87p-66);
    p = fma(p, u, 0x1.41b6c17a09391p-58);
    p = fma(p, u, 0x1.69c76363ac35fp-51);
    p = fma(p, u, 0x1.5601c7e411b36p-44);
    p = fma(p, u, 0x1.0b312ee43b7c5p-37);
    p = fma(p, u, 0x1.522a444603fe2p-31);
    p = fma(p, u, 0x1.522a43f155552p-25);
    p = fma(p, u, 0x1.02e85c08d260ap-19);
    p = fma(p, u, 0x1.23456789a8318p-14);
    p = fma(p, u, 0x1.c71c71c71cbe1p-10);
    p = fma(p, u, 0x1.c71c71c71c6dfp-6);
    p = fma(p, u, 0x1.0000000000002p-2);
    p = fma(p, u, 0x1.0000000000000p+0);
    return fma(p, u, 0x1.0000000000000p+0);
}

/* 2 I1(a) / a, likewise */
VECTOR double i1_terms(double u)
{
    double p = 0x1.08fbc76dd1df0p-92;

    p = fma(p, u, 0x1.38dbeef3ff4f1p-85);
    p = fma(p, u, 0x1.5ac53da80dc82p-77);
    p = fma(p, u, 0x1.159f90570389ap-69);
    p = fma(p, u, 0x1.8be972f0e252ep-62);
    p = fma(p, u, 0x1.e260acd0c17e6p-55);
    p = fma(p, u, 0x1.f176cf1f1237fp-48);
    p = fma(p, u, 0x1.ab81e74959342p-41);
    p = fma(p, u, 0x1.2c9758fda3036p-34);
    p = fma(p, u, 0x1.522a43f427f3bp-28);
    p = fma(p, u, 0x1.27e4fb77a30bbp-22);
    p = fma(p, u, 0x1.845c8a0ce3807p-17);
    p = fma(p, u, 0x1.6c16c16c16d20p-12);
    p = fma(p, u, 0x1.c71c71c71c70fp-8);
    p = fma(p, u, 0x1.5555555555556p-4);
    p = fma(p, u, 0x1.0000000000000p-1);
    return fma(p, u, 0x1.0000000000000p+0);
}

/* sqrt(a) e^-a I0(a) of u = 8 / a, a from 8 */
VECTOR double i0_asymptotic_terms(double u)
{
    double p = 0x1.de985e80c26e1p-12;

    p = fma(p, u, -0x1.443064483cae9p-8);
    p = fma(p, u, 0x1.964c81dec531fp-6);
    p = fma(p, u, -0x1.387922eb5b04ap-4);
    p = fma(p, u, 0x1.4a0a480773f88p-3);
    p = fma(p, u, -0x1.fbce3f715eeb9p-3);
    p = fma(p, u, 0x1.26a838187aa8bp-2);
    p = fma(p, u, -0x1.07a50fe7a6bcdp-2);
    p = fma(p, u, 0x1.70d7c440e7cdep-3);
    p = fma(p, u, -0x1.96c1db38a9ad8p-4);
    p = fma(p, u, 0x1.62ee121c2daf7p-5);
    p = fma(p, u, -0x1.ea0614d7a06fbp-7);
    p = fma(p, u, 0x1.0a88881f5fa8cp-8);
    p = fma(p, u, -0x1.c523399f45493p-11);
    p = fma(p, u, 0x1.297fc45c5e599p-13);
    p = fma(p, u, -0x1.2187ca3cee5dcp-16);
    p = fma(p, u, 0x1.4cbb2cfb59962p-19);
    p = fma(p, u, 0x1.651fc19d4a5a7p-19);
    p = fma(p, u, 0x1.6eae19f0c3ad4p-17);
    p = fma(p, u, 0x1.debacf1d39dfap-15);
    p = fma(p, u, 0x1.cb94ddc31a58fp-12);
    p = fma(p, u, 0x1.9884533d40a92p-8);
    return fma(p, u, 0x1.9884533d43651p-2);
}

/* sqrt(a) e^-a I1(a), likewise */
VECTOR double i1_asymptotic_terms(double u)
{
    double p = -0x1.f23ff1f27dca9p-12;

    p = fma(p, u, 0x1.520e382ddc53fp-8);
    p = fma(p, u, -0x1.a86b40714efc8p-6);
    p = fma(p, u, 0x1.4704830181be5p-4);
    p = fma(p, u, -0x1.5a1629b613d4cp-3);
    p = fma(p, u, 0x1.0ace3a78f573fp-2);
    p = fma(p, u, -0x1.36507da910c2bp-2);
    p = fma(p, u, 0x1.164bd720ef623p-2);
    p = fma(p, u, -0x1.86472d5cfa3abp-3);
    p = fma(p, u, 0x1.af77be8b46957p-4);
    p = fma(p, u, -0x1.797437f327007p-5);
    p = fma(p, u, 0x1.053caa49e4e85p-6);
    p = fma(p, u, -0x1.1cecc330a8900p-8);
    p = fma(p, u, 0x1.e5a7867a0f422p-11);
    p = fma(p, u, -0x1.3faaec0d78cb2p-13);
    p = fma(p, u, 0x1.3768a5420d06cp-16);
    p = fma(p, u, -0x1.732154ce153f9p-19);
    p = fma(p, u, -0x1.b673c5d3ffe74p-19);
    p = fma(p, u, -0x1.d76a43b824017p-17);
    p = fma(p, u, -0x1.4f1c683f73040p-14);
    p = fma(p, u, -0x1.7efc0e19d248cp-11);
    p = fma(p, u, -0x1.32633e6df1cdbp-6);
    return fma(p, u, 0x1.9884533d43650p-2);
}

/* I0(a), short of u = a^2 / 4, a up to 8 */
VECTOR double i0_terms_short(double u)
{
    double p = 0x1.5dd9549e75a8ap-43;

    p = fma(p, u, 0x1.2a36b2ca16093p-38);
    p = fma(p, u, 0x1.7be0555637068p-31);
    p = fma(p, u, 0x1.4935ba43919cap-25);
    p = fma(p, u, 0x1.0421286e7b8e0p-19);
    p = fma(p, u, 0x1.230eee75badb3p-14);
    p = fma(p, u, 0x1.c728394309859p-10);
    p = fma(p, u, 0x1.c71af67f3e91dp-6);
    p = fma(p, u, 0x1.00001868f3e2ep-2);
    p = fma(p, u, 0x1.fffffb1b8c61ep-1);
    return fma(p, u, 0x1.000000296bb8bp+0);
}

/* 2 I1(a) / a, short, likewise */
VECTOR double i1_terms_short(double u)
{
    double p = 0x1.e0770f883a07ap-47;

    p = fma(p, u, 0x1.13a0ec2b9da4fp-41);
    p = fma(p, u, 0x1.4752353989712p-34);
    p = fma(p, u, 0x1.4c70245695e98p-28);
    p = fma(p, u, 0x1.28acc2350b458p-22);
    p = fma(p, u, 0x1.8439c7af2b532p-17);
    p = fma(p, u, 0x1.6c1a82ea5b362p-12);
    p = fma(p, u, 0x1.c71bf8e510adbp-8);
    p = fma(p, u, 0x1.55555d1c6eaf7p-4);
    p = fma(p, u, 0x1.ffffff387ec97p-2);
    return fma(p, u, 0x1.000000034c843p+0);
}

/* sqrt(a) e^-a I0(a), short of u = 8 / a, a from 8 */
VECTOR double i0_asymptotic_terms_short(double u)
{
    double p = -0x1.0549af0deb682p-18;

    p = fma(p, u, 0x1.2c17177c7c34ap-16);
    p = fma(p, u, -0x1.fbde92b678fc1p-16);
    p = fma(p, u, 0x1.dc6a1f4b3d709p-16);
    p = fma(p, u, -0x1.7e095ae8c56a3p-17);
    p = fma(p, u, 0x1.fbe79148ba14ap-17);
    p = fma(p, u, 0x1.d8e429bfa941bp-15);
    p = fma(p, u, 0x1.cba423fc494d9p-12);
    p = fma(p, u, 0x1.98844ba78cb03p-8);
    return fma(p, u, 0x1.9884533d6a692p-2);
}

/* sqrt(a) e^-a I1(a), short, likewise */
VECTOR double i1_asymptotic_terms_short(double u)
{
    double p = 0x1.0c324b2b14e6cp-18;

    p = fma(p, u, -0x1.37c1c1f8582fap-16);
    p = fma(p, u, 0x1.088d008004e82p-15);
    p = fma(p, u, -0x1.f45651d641911p-16);
    p = fma(p, u, 0x1.8042e379be2b3p-17);
    p = fma(p, u, -0x1.35d0ccfb204bep-16);
    p = fma(p, u, -0x1.4c0b530b1c209p-14);
    p = fma(p, u, -0x1.7f04153fb4d90p-11);
    p = fma(p, u, -0x1.32633c6f84b92p-6);
    return fma(p, u, 0x1.9884533d1a5dep-2);
}

/* K0(x) + log(x / 2) I0(x) of u = x^2 / 4, x up to 2 */
VECTOR double k0_terms(double u)
{
    double p = 0x1.a593500907644p-43;

    p = fma(p, u, 0x1.2c765d4b19a66p-36);
    p = fma(p, u, 0x1.69f3e7fe4edfbp-30);
    p = fma(p, u, 0x1.54cf488d6b077p-24);
    p = fma(p, u, 0x1.e4e0d1c683631p-19);
    p = fma(p, u, 0x1.f0f15a9de5e90p-14);
    p = fma(p, u, 0x1.56b9b69e15885p-9);
    p = fma(p, u, 0x1.1dd628653174dp-5);
    p = fma(p, u, 0x1.d8773039049e7p-3);
    p = fma(p, u, 0x1.b0ee6072093cep-2);
    return fma(p, u, -0x1.2788cfc6fb619p-1);
}

/* x (K1(x) - log(x / 2) I1(x)), likewise */
VECTOR double k1_terms(double u)
{
    double p = -0x1.032235a355f33p-38;

    p = fma(p, u, -0x1.49966b6f55e74p-32);
    p = fma(p, u, -0x1.5f6346eb6ac03p-26);
    p = fma(p, u, -0x1.1fa40a3b1f5aep-20);
    p = fma(p, u, -0x1.5b7a17a54532ep-15);
    p = fma(p, u, -0x1.24628229dcba6p-10);
    p = fma(p, u, -0x1.3a47ef81a4a33p-6);
    p = fma(p, u, -0x1.73ddae5ee69cfp-3);
    p = fma(p, u, -0x1.58773039049e8p-1);
    p = fma(p, u, 0x1.3c467e37db0c8p-3);
    return fma(p, u, 0x1.0000000000000p+0);
}

/* sqrt(x) e^x K0(x) of u = 2 / x, x from 2 */
VECTOR double k0_asymptotic_terms(double u)
{
    double p = -0x1.0ff41fc912929p-11;

    p = fma(p, u, 0x1.a4a32ddcfa527p-8);
    p = fma(p, u, -0x1.32856d9146072p-5);
    p = fma(p, u, 0x1.180399fb356ffp-3);
    p = fma(p, u, -0x1.68007990fda6dp-2);
    p = fma(p, u, 0x1.5abce400f4c52p-1);
    p = fma(p, u, -0x1.043776e3bed34p+0);
    p = fma(p, u, 0x1.38c50b713a986p+0);
    p = fma(p, u, -0x1.3379f376e2686p+0);
    p = fma(p, u, 0x1.f7add7246ddefp-1);
    p = fma(p, u, -0x1.5e471f4be0c11p-1);
    p = fma(p, u, 0x1.a72b93aa9d8eep-2);
    p = fma(p, u, -0x1.c9c4b4f7689c4p-3);
    p = fma(p, u, 0x1.ce60d1e53ac71p-4);
    p = fma(p, u, -0x1.cc57049ca6259p-5);
    p = fma(p, u, 0x1.dfc82d705cad0p-6);
    p = fma(p, u, -0x1.1468d77688f9ep-6);
    p = fma(p, u, 0x1.6f412a0db5662p-7);
    p = fma(p, u, -0x1.23765d09cd7ccp-7);
    p = fma(p, u, 0x1.1fdece7417a60p-7);
    p = fma(p, u, -0x1.77fe86320ee9dp-7);
    p = fma(p, u, 0x1.68f4583ea8df4p-6);
    p = fma(p, u, -0x1.40d931ff6239bp-4);
    return fma(p, u, 0x1.40d931ff62706p+0);
}

/* sqrt(x) e^x K1(x), likewise */
VECTOR double k1_asymptotic_terms(double u)
{
    double p = 0x1.284db29eee347p-11;

    p = fma(p, u, -0x1.ca600a5969001p-8);
    p = fma(p, u, 0x1.4e163ac22c8ddp-5);
    p = fma(p, u, -0x1.3144f3e89be2ap-3);
    p = fma(p, u, 0x1.8896a9606c358p-2);
    p = fma(p, u, -0x1.7a4426e5f5325p-1);
    p = fma(p, u, 0x1.1c03f58c5526dp+0);
    p = fma(p, u, -0x1.5597e87257a65p+0);
    p = fma(p, u, 0x1.501a866cd4506p+0);
    p = fma(p, u, -0x1.139ecbca2eeb6p+0);
    p = fma(p, u, 0x1.8005d9a4a3cb9p-1);
    p = fma(p, u, -0x1.d1233b8d4c0e1p-2);
    p = fma(p, u, 0x1.f9231ae8266dep-3);
    p = fma(p, u, -0x1.00a15235cdf6dp-3);
    p = fma(p, u, 0x1.01c3d1671f934p-4);
    p = fma(p, u, -0x1.1010ec09a1685p-5);
    p = fma(p, u, 0x1.3efceefdf7cb7p-6);
    p = fma(p, u, -0x1.b20a2a6be1fb7p-7);
    p = fma(p, u, 0x1.643b915f251fcp-7);
    p = fma(p, u, -0x1.721e7a8105b41p-7);
    p = fma(p, u, 0x1.07322acca1f34p-6);
    p = fma(p, u, -0x1.2ccb9edf125f7p-5);
    p = fma(p, u, 0x1.e145caff138aep-3);
    return fma(p, u, 0x1.40d931ff62706p+0);
}

/* K0(x) + log(x / 2) I0(x), short, of u = x^2 / 4, x up to 2 */
VECTOR double k0_terms_short(double u)
{
    double p = 0x1.6c248786f3a05p-24;

    p = fma(p, u, 0x1.e3ae6e2849091p-19);
    p = fma(p, u, 0x1.f0f97ebab1227p-14);
    p = fma(p, u, 0x1.56b998011ac8ep-9);
    p = fma(p, u, 0x1.1dd628e2148d3p-5);
    p = fma(p, u, 0x1.d87730351c871p-3);
    p = fma(p, u, 0x1.b0ee6072210fdp-2);
    return fma(p, u, -0x1.2788cfc6fb796p-1);
}

/* x (K1(x) - log(x / 2) I1(x)), likewise */
VECTOR double k1_terms_short(double u)
{
    double p = -0x1.36625daf4acc6p-20;

    p = fma(p, u, -0x1.5a4f0f0490a99p-15);
    p = fma(p, u, -0x1.246a75829012fp-10);
    p = fma(p, u, -0x1.3a47b3b1088efp-6);
    p = fma(p, u, -0x1.73ddb0470966bp-3);
    p = fma(p, u, -0x1.58773029bf256p-1);
    p = fma(p, u, 0x1.3c467e34f1f50p-3);
    return fma(p, u, 0x1.0000000000ba5p+0);
}

/* sqrt(x) e^x K0(x), short, of u = 2 / x, x from 2 */
VECTOR double k0_asymptotic_terms_short(double u)
{
    double p = -0x1.4a1e60ef7b7bep-13;

    p = fma(p, u, 0x1.13f79c618523bp-10);
    p = fma(p, u, -0x1.a53223e66e411p-9);
    p = fma(p, u, 0x1.8b0f251e21048p-8);
    p = fma(p, u, -0x1.06c6e01471ceap-7);
    p = fma(p, u, 0x1.172a2aa318b67p-7);
    p = fma(p, u, -0x1.0fbe6c81be3bcp-7);
    p = fma(p, u, 0x1.1cdd00cc1f186p-7);
    p = fma(p, u, -0x1.77b5d8423e913p-7);
    p = fma(p, u, 0x1.68f2827a9dba9p-6);
    p = fma(p, u, -0x1.40d92f9c2dcfcp-4);
    return fma(p, u, 0x1.40d931ff40b25p+0);
}

/* sqrt(x) e^x K1(x), likewise */
VECTOR double k1_asymptotic_terms_short(double u)
{
    double p = 0x1.7ed2484381d46p-13;

    p = fma(p, u, -0x1.409ab5dc70d25p-10);
    p = fma(p, u, 0x1.eaafd6c77743dp-9);
    p = fma(p, u, -0x1.ce550eaecf7bdp-8);
    p = fma(p, u, 0x1.35f42bfdcd6ebp-7);
    p = fma(p, u, -0x1.4e0634b647496p-7);
    p = fma(p, u, 0x1.4dc92327e734ap-7);
    p = fma(p, u, -0x1.6eb0a1ec633f6p-7);
    p = fma(p, u, 0x1.0708ae220b791p-6);
    p = fma(p, u, -0x1.2cca92879f128p-5);
    p = fma(p, u, 0x1.e145c9a1cf728p-3);
    return fma(p, u, 0x1.40d931ff89016p+0);
}

/* log gamma(x) / ((x - 1) (x - 2)) of u = x - 3/2, x from 1 to 2 */
VECTOR double lgamma_terms(double u)
{
    double p = 0x1.8ca55ab6b8718p-17;

    p = fma(p, u, -0x1.36d84fee907ffp-16);
    p = fma(p, u, 0x1.c7d009a4fae3ap-17);
    p = fma(p, u, -0x1.6880fac68f031p-16);
    p = fma(p, u, 0x1.672b94917149fp-15);
    p = fma(p, u, -0x1.1cf3272629995p-14);
    p = fma(p, u, 0x1.ba26ce28a34b0p-14);
    p = fma(p, u, -0x1.61854b057e6e9p-13);
    p = fma(p, u, 0x1.1c7b46046a59cp-12);
    p = fma(p, u, -0x1.cb502b140a127p-12);
    p = fma(p, u, 0x1.750aa27fe4301p-11);
    p = fma(p, u, -0x1.313e5323120b7p-10);
    p = fma(p, u, 0x1.f814b951d538bp-10);
    p = fma(p, u, -0x1.a5035375acabep-9);
    p = fma(p, u, 0x1.64f0664fb6518p-8);
    p = fma(p, u, -0x1.34dbda128eee5p-7);
    p = fma(p, u, 0x1.133423527ae27p-6);
    p = fma(p, u, -0x1.007aa83cef9abp-5);
    p = fma(p, u, 0x1.01af62a2929e1p-4);
    p = fma(p, u, -0x1.2aed059bd6085p-3);
    return fma(p, u, 0x1.eeb95b094c191p-2);
}

/* z times what Stirling's formula leaves of log gamma(z), of u = 1 / z^2, z from 5.5 */
VECTOR double stirling_terms(double u)
{
    double p = 0x1.075d939db164bp-8;

    p = fma(p, u, -0x1.dd829261e8010p-10);
    p = fma(p, u, 0x1.b84036fc746acp-11);
    p = fma(p, u, -0x1.3810704043cb5p-11);
    p = fma(p, u, 0x1.a019fd60befcbp-11);
    p = fma(p, u, -0x1.6c16c16b8843fp-9);
    return fma(p, u, 0x1.555555555554fp-4);
}

/* z^2 times what log z - 1 / 2z leaves of digamma(z), likewise, z from 6 */
VECTOR double digamma_terms(double u)
{
    double p = 0x1.3d3a1cf7ffb94p+0;

    p = fma(p, u, -0x1.78afabe10fc96p-2);
    p = fma(p, u, 0x1.4d9027aef6f64p-4);
    p = fma(p, u, -0x1.591b31055814cp-6);
    p = fma(p, u, 0x1.f077969fc7983p-8);
    p = fma(p, u, -0x1.11110af266f01p-8);
    p = fma(p, u, 0x1.041040ffe2d6dp-8);
    p = fma(p, u, -0x1.1111111110839p-7);
    return fma(p, u, 0x1.5555555555555p-4);
}

/* sin(pi r) / r of u = r^2, r up to 1/2 */
VECTOR double sine_of_pi_terms(double u)
{
    double p = 0x1.9d462020fcc78p-21;

    p = fma(p, u, -0x1.6f7acdb8f6580p-16);
    p = fma(p, u, 0x1.e8f3675ee37ddp-12);
    p = fma(p, u, -0x1.e3074dfaf87afp-8);
    p = fma(p, u, 0x1.5078348551854p-4);
    p = fma(p, u, -0x1.32d2cce627c86p-1);
    p = fma(p, u, 0x1.466bc6775aa7dp+1);
    p = fma(p, u, -0x1.4abbce625be52p+2);
    return fma(p, u, 0x1.921fb54442d18p+1);
}

/* cos(pi r), likewise */
VECTOR double cosine_of_pi_terms(double u)
{
    double p = 0x1.1678f9078a9b3p-18;

    p = fma(p, u, -0x1.b6957b54dd389p-14);
    p = fma(p, u, 0x1.f9d254582ac30p-10);
    p = fma(p, u, -0x1.a6d1efc8c38bep-6);
    p = fma(p, u, 0x1.e1f506813a321p-3);
    p = fma(p, u, -0x1.55d3c7e3bfbf5p+0);
    p = fma(p, u, 0x1.03c1f081b5992p+2);
    p = fma(p, u, -0x1.3bd3cc9be45dbp+2);
    return fma(p, u, 0x1.0000000000000p+0);
}

/* erfc(a) for 0 <= a <= 28 */
VECTOR double erfc_positive64(double a)
{
    double square = a * a, lost = fma(a, a, -square), both = 1.0 / ((a + 4.0) * fma(2.0, a, 1.0));
    double t = (a - 4.0) * fma(2.0, a, 1.0) * both, e = m64_exp(-square);

    return fma(e, -lost, e) * (erfc_terms(t) * ((a + 4.0) * both));
}

VECTOR double m64_erf(double x)
{
    double a = fabs(x), z = a * a, near = fma(a, erf_terms(z > 1.0 ? 1.0 : z), a);

    return copysign(choose64(a > 1.0, 1.0 - erfc_positive64(a > 6.5 ? 6.5 : a), near), x);
}

VECTOR double m64_erfc(double x)
{
    double a = fabs(x), z = a * a, near = fma(x, erf_terms(z > 1.0 ? 1.0 : z), x);
    double p = erfc_positive64(a > 28.0 ? 28.0 : a);

    return choose64(a < 0.5, 1.0 - near, choose64(x < 0.0, 2.0 - p, p));
}

VECTOR double m64_erfinv(double x)
{
    double rest = (1.0 - x) * (1.0 + x), w = -m64_log(rest), p;

    p = choose64(w > 6.25, erfinv_tail_terms(1.0 / (1.0 + sqrt(w < 6.25 ? 6.25 : w)) - 0.2133),
                 erfinv_terms((w > 6.25 ? 6.25 : w) - 3.125));
    p = choose64(rest > 0.0, x * p, (double)NAN);
    return choose64(fabs(x) == 1.0, x * (double)INFINITY, p);
}

/* erfinv(2 x - 1) times the root of 2, by w = -log(4 x (1 - x)), which keeps the digits of small x */
VECTOR double m64_ndtri(double x)
{
    double w = -m64_log(4.0 * x * (1.0 - x)), root = sqrt(w < 6.25 ? 6.25 : w), u = 1.0 / (1.0 + root), p;

    p = choose64(w > 37.0, ndtri_last_terms((w > 37.0 ? u : 0.088) - 0.088) * root,
                 erfinv_tail_terms((w > 37.0 ? 0.2133 : u) - 0.2133));
    p = choose64(w > 6.25, p, erfinv_terms((w > 6.25 ? 6.25 : w) - 3.125));
    p *= (x + x - 1.0) * 0x1.6a09e667f3bcdp+0;
    p = choose64((x > 0.0) & (x < 1.0), p, (double)NAN);
    return choose64((x == 0.0) | (x == 1.0), (x - 0.5) * (double)INFINITY, p);
}

/* Each element of NAME is NEAR up to 8 and FAR beyond, where u8 = 8 / a and root = 1 / sqrt(a). */
#define BESSEL(NAME, NEAR, FAR)                                                                                        \
    VECTOR double NAME(double x)                                                                                       \
    {                                                                                                                  \
        double a = fabs(x), most = a > 8.0 ? 8.0 : a, u = 0.25 * most * most, least = a < 8.0 ? 8.0 : a;               \
        double u8 = 8.0 / least, root = sqrt(0.125 * u8);                                                              \
        return choose64(a > 8.0, FAR, NEAR);                                                                           \
    }
/* e^a ends where PyTorch's does, and infinity gives nan, as its sums end */
VECTOR double times_exp_short(double f, double a)
{
    return f * choose64(a > 0x1.62e42ep6, (double)INFINITY, exp2_short((a > 90.0 ? 90.0 : a) * LOG2E64));
}
BESSEL(m64_i0, i0_terms(u), i0_asymptotic_terms(u8) * root * m64_exp(a))
BESSEL(m64_i0e, i0_terms(u) * m64_exp(-most), i0_asymptotic_terms(u8) * root)
BESSEL(i1_of_positive, a *(0.5 * i1_terms(u)), i1_asymptotic_terms(u8) * root * m64_exp(a))
BESSEL(i1e_of_positive, a *(0.5 * i1_terms(u) * m64_exp(-most)), i1_asymptotic_terms(u8) * root)
BESSEL(i0_short, i0_terms_short(u), times_exp_short(i0_asymptotic_terms_short(u8) * root, a))
BESSEL(i0e_short, i0_terms_short(u) * exp2_short(-most * LOG2E64), i0_asymptotic_terms_short(u8) * root)
BESSEL(i1_of_positive_short, 0.5 * a * i1_terms_short(u), times_exp_short(i1_asymptotic_terms_short(u8) * root, a))
BESSEL(i1e_of_positive_short, 0.5 * a * i1_terms_short(u) * exp2_short(-most * LOG2E64),
       i1_asymptotic_terms_short(u8) * root)
#undef BESSEL
/* odd, but for a zero, whose sign is lost */
#define ODD(name, function)                                                                                            \
    VECTOR double name(double x)                                                                                       \
    {                                                                                                                  \
        double y = function(x);                                                                                        \
        return choose64(x < 0.0, -y, y);                                                                               \
    }
ODD(m64_i1, i1_of_positive)
ODD(m64_i1e, i1e_of_positive)
ODD(i1_short, i1_of_positive_short)
ODD(i1e_short, i1e_of_positive_short)
#undef ODD

/* K_v(x) e^x or K_v(x) of its value up to 2 and of its factor of e^-x beyond */
VECTOR double bessel_k64(double x, double near, double far, int with_exp)
{
    double e = m64_exp(with_exp ? x : -x), result;

    result = with_exp ? choose64(x > 2.0, far, near * e) : choose64(x > 2.0, far * e, near);
    result = choose64(x == 0.0, (double)INFINITY, result);
    return choose64(x >= 0.0, result, (double)NAN);
}
VECTOR double k0_of64(double x, int with_exp)
{
    double most = x > 2.0 ? 2.0 : x, u = 0.25 * most * most, inverse = 2.0 / (x < 2.0 ? 2.0 : x);
    double near = fma(-m64_log(0.5 * most), i0_terms(u), k0_terms(u));

    return bessel_k64(x, near, k0_asymptotic_terms(inverse) * sqrt(0.5 * inverse), with_exp);
}
VECTOR double k1_of64(double x, int with_exp)
{
    double most = x > 2.0 ? 2.0 : x, u = 0.25 * most * most, inverse = 2.0 / (x < 2.0 ? 2.0 : x);
    double near = fma(m64_log(0.5 * most) * 0.5 * most, i1_terms(u), k1_terms(u) / most);

    return bessel_k64(x, near, k1_asymptotic_terms(inverse) * sqrt(0.5 * inverse), with_exp);
}
VECTOR double m64_k0(double x)
{
    return k0_of64(x, 0);
}
VECTOR double m64_k0e(double x)
{
    return k0_of64(x, 1);
}
VECTOR double m64_k1(double x)
{
    return k1_of64(x, 0);
}
VECTOR double m64_k1e(double x)
{
    return k1_of64(x, 1);
}

/* K_v(x) e^x (power 0) or K_v(x) (power -1) for floats */
VECTOR double bessel_k_ends(double x, double near, double far, double power)
{
    double most = x > 2.0 ? 2.0 : x, big = x > 200.0 ? 200.0 : x, result;

    near = near * exp2_short((1.0 + power) * LOG2E64 * most);
    far = far * exp2_short(power * LOG2E64 * big);
    result = choose64(x == 0.0, (double)INFINITY, choose64(x > 2.0, far, near));
    return choose64(x >= 0.0, result, (double)NAN);
}
VECTOR double k0_short(double x, double power)
{
    double most = x > 2.0 ? 2.0 : x, u = 0.25 * most * most, inverse = 2.0 / (x < 2.0 ? 2.0 : x);
    double near = fma(-m64_log(0.5 * most), i0_terms_short(u), k0_terms_short(u));

    return bessel_k_ends(x, near, k0_asymptotic_terms_short(inverse) * sqrt(0.5 * inverse), power);
}
VECTOR double k1_short(double x, double power)
{
    double most = x > 2.0 ? 2.0 : x, u = 0.25 * most * most, inverse = 2.0 / (x < 2.0 ? 2.0 : x);
    double near = fma(m64_log(0.5 * most) * 0.5 * most, i1_terms_short(u), k1_terms_short(u) / most);

    return bessel_k_ends(x, near, k1_asymptotic_terms_short(inverse) * sqrt(0.5 * inverse), power);
}

/* log |gamma(x)| to 2e-15 or relatively: from 1/2 on by Stirling's formula at x + 5, below by reflection */
VECTOR double lgamma_short(double x)
{
    int low = x < 0.5;
    double a = choose64(low, 1.0 - x, x), z = a + 5.0, product = a * (a + 1.0) * (a + 2.0) * (a + 3.0) * (a + 4.0);
    double least = x < -0x1p40 ? -0x1p40 : x, r = least - ((least + ROUNDER64) - ROUNDER64); /* float32: integers */
    double sine = fabs(r * sine_of_pi_terms(r * r)), inverse = 1.0 / z, stirling, rest;

    stirling = fma(z - 0.5, m64_log(z), inverse * stirling_terms(inverse * inverse) - z) + 0x1.d67f1c864beb5p-1;
    rest = m64_log(choose64(low, product / sine, product));
    stirling = choose64(low, rest - stirling + 0x1.250d048e7a1bdp+0, stirling - rest);
    stirling = choose64((x == 1.0) | (x == 2.0), 0.0, stirling);
    return choose64(fabs(x) == (double)INFINITY, (double)INFINITY, stirling);
}

/* log |gamma(x)|: from 1 to 2 by a polynomial with the same zeros, up to 3 by recurrence, beyond by Stirling's formula
   (up to 16 at x + 3); negative arguments by reflection. Beside the zeros of those the error is one of 2e-15
   absolutely. */
VECTOR double m64_lgamma(double x)
{
    int low = x < -1e-300, near, below, above, big;
    double a = choose64(low, 1.0 - x, fabs(x)), r = x - rint(x), sine = fabs(r * sine_of_pi_terms(r * r)), u, z,
           inverse;
    double value, factor;

    near = a<3.0, below = a<1.0, above = a> 2.0, big = a> 16.0;
    u = choose64(below, a, choose64(above, a - 2.0, a - 1.0));
    z = choose64(big, a, a + 3.0);
    inverse = 1.0 / z;
    value = fma(z - 0.5, m64_log(z), inverse * stirling_terms(inverse * inverse) - z) + 0x1.d67f1c864beb5p-1;
    value = choose64(near, u * (u - 1.0) * lgamma_terms((near ? u : 0.5) - 0.5), value);
    factor = choose64(big, 1.0, a * (a + 1.0) * (a + 2.0));
    factor = choose64(near, choose64(below, a, choose64(above, a - 1.0, 1.0)), factor);
    sine = choose64(low, sine, 1.0);
    factor = m64_log(choose64(near, factor * sine, factor / sine));
    value = choose64(low, 0x1.250d048e7a1bdp+0 - value, value);
    value += choose64((near & (below | low)) | (!near & !low), -factor, factor);
    return choose64(fabs(x) == (double)INFINITY, (double)INFINITY, value);
}

/* by its asymptotic series at x + 6, negative arguments by reflection */
VECTOR double m64_digamma(double x)
{
    int low = x < 0.0;
    double a = choose64(low, 1.0 - x, x), b = a > 1e40 ? 1e40 : a, over = 1.0, under = b, z = a + 6.0;
    double r = x - rint(x), inverse = 1.0 / z, square = inverse * inverse, result, quarter;

    over = fma(over, b + 1.0, under); /* the sum of 1 / (b + k) as a fraction */
    under *= b + 1.0;
    over = fma(over, b + 2.0, under);
    under *= b + 2.0;
    over = fma(over, b + 3.0, under);
    under *= b + 3.0;
    over = fma(over, b + 4.0, under);
    under *= b + 4.0;
    over = fma(over, b + 5.0, under);
    under *= b + 5.0;
    result = m64_log(z) - over / under - fma(square, digamma_terms(square), 0.5 * inverse);
    quarter = 0x1.921fb54442d18p+1 * cosine_of_pi_terms(r * r) / (r * sine_of_pi_terms(r * r));
    result = choose64(low, choose64(r == 0.0, (double)NAN, result - quarter), result);
    return choose64(x == 0.0, copysign((double)INFINITY, -x), result);
}

#endif
