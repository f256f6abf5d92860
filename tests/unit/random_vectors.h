/* Values of PyTorch 2.13's CPU generator after manual_seed: VECTOR(name, seed, kind, dtype, parameters, bounds,
   elements drawn, the first of them). Used by test_random.c. */
VECTOR("rand(20) f32", 0, UNIFORM, RT_FLOAT32, 0, 1, 0, 0, 20,
       "0x1.fc2abp-2 0x1.89545ep-1 0x1.6a675p-4 0x1.0e66p-3 0x1.3acd0cp-2 0x1.44a5f6p-1 0x1.f5db0cp-2 "
       "0x1.cafacep-1 0x1.d29024p-2 0x1.43bda6p-1 0x1.654454p-2 0x1.9b5bc8p-2 0x1.6dc9p-6 0x1.59d2b8p-3 "
       "0x1.2cf118p-2 0x1.097bbp-1 0x1.6534bp-1 0x1.999b18p-1 0x1.49c9dp-3 0x1.210b04p-2")
VECTOR("rand(20) f32", 42, UNIFORM, RT_FLOAT32, 0, 1, 0, 0, 20,
       "0x1.c3b8ccp-1 0x1.d47b66p-1 0x1.880d7p-2 0x1.eb2a1cp-1 0x1.8fd1a8p-2 0x1.33a88ep-1 0x1.06bafp-2 "
       "0x1.965828p-1 0x1.e1acccp-1 0x1.10c3c8p-3 0x1.de83a4p-1 0x1.2fe9acp-1 0x1.bd2294p-1 0x1.22ab94p-1 "
       "0x1.7b70aep-1 0x1.b7b5dp-2 0x1.c558c6p-1 0x1.25d6cep-1 0x1.10fa5cp-2 0x1.414104p-1")
VECTOR("rand(20) f64", 0, UNIFORM, RT_FLOAT64, 0, 1, 0, 0, 20,
       "0x1.f0aac97c4aa2fp-1 0x1.6a675d821cccp-1 0x1.d6687b744a5f6p-2 0x1.d76c3d8e57d67p-1 0x1.4a4099fa1ded3p-1 "
       "0x1.951156266d6f2p-1 0x1.6dc9130ace95cp-3 0x1.6788c1d097bbp-2 0x1.29a5845cccd8cp-1 0x1.27274f4908582p-2 "
       "0x1.cfbcd9fd4944ep-2 0x1.6a15deb7f22b8p-3 0x1.6bcb0c91b16a2p-2 0x1.3e6a5d6094219p-1 0x1.ed69aacbf309p-2 "
       "0x1.c36134bdd2f28p-2 0x1.a10e6bc8a27ap-2 0x1.a4bcfd4207b14p-3 0x1.547fe23ee074fp-1 0x1.91dafdebe09cp-1")
VECTOR("rand(20) f64", 42, UNIFORM, RT_FLOAT64, 0, 1, 0, 0, 20,
       "0x1.dc66cbea3db3p-5 0x1.01ae177aca87p-4 0x1.fa3563ccea238p-4 0x1.aebc98cb2c14p-5 0x1.0d66672221879p-1 "
       "0x1.e83a4332fe9acp-2 0x1.e914a759155cap-1 0x1.db857556ded74p-1 0x1.5631924975b38p-4 0x1.0fa5e9a828208p-3 "
       "0x1.41a5439c3f4dp-3 0x1.8060371a9d2aep-2 0x1.af5ebf044fd9dp-1 0x1.bdb2500330981p-1 0x1.8297ffc032776p-2 "
       "0x1.399149e1344ap-1 0x1.68e5ce4aa69c8p-4 0x1.6701501cf18fcp-1 0x1.3f2eb05e76b58p-1 0x1.bfc610caf43b4p-2")
VECTOR("rand(10) f16 (float rule)", 0, UNIFORM, RT_FLOAT16, 0, 1, 0, 0, 10,
       "0x1.fc4p-2 0x1.894p-1 0x1.6a8p-4 0x1.0e8p-3 0x1.3acp-2 0x1.44cp-1 0x1.f5cp-2 0x1.cbp-1 0x1.d28p-2 "
       "0x1.43cp-1")
VECTOR("rand(10) f16 (float rule)", 42, UNIFORM, RT_FLOAT16, 0, 1, 0, 0, 10,
       "0x1.c3cp-1 0x1.d48p-1 0x1.88p-2 0x1.eb4p-1 0x1.8fcp-2 0x1.33cp-1 0x1.06cp-2 0x1.964p-1 0x1.e1cp-1 "
       "0x1.10cp-3")
VECTOR("rand(6) bf16 (float rule)", 0, UNIFORM, RT_BFLOAT16, 0, 1, 0, 0, 6,
       "0x1.fcp-2 0x1.8ap-1 0x1.6ap-4 0x1.0ep-3 0x1.3ap-2 0x1.44p-1")
VECTOR("rand(6) bf16 (float rule)", 42, UNIFORM, RT_BFLOAT16, 0, 1, 0, 0, 6,
       "0x1.c4p-1 0x1.d4p-1 0x1.88p-2 0x1.ecp-1 0x1.9p-2 0x1.34p-1")
VECTOR("uniform_(-2,3) f32, FMA build", 0, UNIFORM, RT_FLOAT32, -2, 3, 0, 0, 10,
       "0x1.ecd57p-2 0x1.d752ecp+0 -0x1.8ebfb8p+0 -0x1.57004p+0 -0x1.d9fec4p-2 0x1.2b9ee8p+0 0x1.cd473cp-2 "
       "0x1.3db982p+1 0x1.1cd0b4p-2 0x1.295a2p+0")
VECTOR("uniform_(-2,3) f32, FMA build", 42, UNIFORM, RT_FLOAT32, -2, 3, 0, 0, 10,
       "0x1.34a7p+1 0x1.499a4p+1 -0x1.5ef34p-4 0x1.65f4a4p+1 -0x1.873dcp-5 0x1.012564p+0 -0x1.6f2ca8p-1 "
       "0x1.f7dc64p+0 0x1.5a18p+1 -0x1.5585a4p+0")
VECTOR("uniform_(-.1,.1) f64, FMA build", 0, UNIFORM, RT_FLOAT64, -0.1, 0.1, 0, 0, 5,
       "0x1.81114260776b2p-4 0x1.547df806c28cdp-5 -0x1.0a301d17bd9dap-7 0x1.58ad2f4a2623fp-4 0x1.db370ca725eep-6")
VECTOR("uniform_(-.1,.1) f64, FMA build", 42, UNIFORM, RT_FLOAT64, -0.1, 0.1, 0, 0, 5,
       "-0x1.69f5b868936e2p-4 -0x1.661061b43de5p-4 -0x1.345bb8d7045f5p-4 -0x1.6e86bd8548647p-4 "
       "0x1.570a50368d8e7p-8")
VECTOR("randn(5) f32", 0, NORMAL, RT_FLOAT32, 0, 1, 0, 0, 5,
       "0x1.8a7eb8p+0 -0x1.2c78ap-2 -0x1.16e292p+1 0x1.23096cp-1 -0x1.15a342p+0")
VECTOR("randn(5) f32", 42, NORMAL, RT_FLOAT32, 0, 1, 0, 0, 5,
       "0x1.58c55cp-2 0x1.07cd3ap-3 0x1.e02dcep-3 0x1.d7b8d8p-3 -0x1.1f7384p+0")
VECTOR("randn(15) f64", 0, NORMAL, RT_FLOAT64, 0, 1, 0, 0, 15,
       "0x1.8a7eb8902be3ap+0 -0x1.2c78a087c6feap-2 -0x1.16e2920a70ee5p+1 0x1.23096ca3e350dp-1 "
       "-0x1.15a341987e136p+0 -0x1.660a590b74404p+0 0x1.9d06f4be0cd62p-2 0x1.ad11c99ad2d18p-1 "
       "-0x1.70428781da237p-1 -0x1.9d0615c28c56fp-2 -0x1.317a30b4235d8p-1 0x1.74cf8b7023054p-3 "
       "-0x1.b69e0d630b475p-1 0x1.19c131e7df15p+0 -0x1.123955c471384p+0")
VECTOR("randn(15) f64", 42, NORMAL, RT_FLOAT64, 0, 1, 0, 0, 15,
       "0x1.58c55b33d44ccp-2 0x1.07cd39b3d4b85p-3 0x1.e02dcdb63ec41p-3 0x1.d7b8d7b0a7c22p-3 "
       "-0x1.1f7383f8320c1p+0 -0x1.7d99b0fe3842ep-3 0x1.1aa65763ab83bp+1 -0x1.46a78cdb84d7bp-1 "
       "0x1.d8bcabb37ba27p-2 0x1.11c46d07e388ep-2 0x1.11df06d402ad7p-1 0x1.9e64114e70279p-1 0x1.1c3bfc5c67967p+0 "
       "-0x1.b096a9168f811p+0 -0x1.fa58f31529415p-1")
VECTOR("randn(16) f32 AVX2", 0, NORMAL, RT_FLOAT32, 0, 1, 0, 0, 16,
       "-0x1.20370ap+0 -0x1.270114p+0 -0x1.0097acp-2 -0x1.bc4abap-2 0x1.b28a2ap-1 0x1.624f06p-1 -0x1.4398dap-2 "
       "-0x1.0ebf82p+1 0x1.4a027p-2 -0x1.4369e8p+0 0x1.6661fep-2 0x1.3b8776p-2 0x1.eadeeep-4 0x1.3cd726p+0 "
       "0x1.1de51cp+0 -0x1.fa6cf8p-3")
VECTOR("randn(16) f32 AVX2", 42, NORMAL, RT_FLOAT32, 0, 1, 0, 0, 16,
       "0x1.ed4a52p+0 0x1.7cbea6p+0 0x1.cd2acep-1 -0x1.0d81b6p+1 0x1.5b59aap-1 -0x1.3c0b22p+0 -0x1.60cf0cp-5 "
       "-0x1.9acb74p+0 -0x1.8117ep-1 0x1.a612b6p+0 -0x1.91e5ecp-2 -0x1.6752ccp+0 -0x1.74acdcp-1 -0x1.1e6da2p-1 "
       "-0x1.89a54p-1 0x1.865f3ep-1")
VECTOR("randn(20) f32 AVX2 (4..19 redrawn)", 0, NORMAL, RT_FLOAT32, 0, 1, 0, 0, 20,
       "-0x1.20370ap+0 -0x1.270114p+0 -0x1.0097acp-2 -0x1.bc4abap-2 0x1.329b16p-1 -0x1.8e1ab6p+0 -0x1.5d8d94p-2 "
       "0x1.da5e9cp+0 0x1.df54aap-2 -0x1.42febep-3 0x1.7193b6p+0 0x1.106f42p-2 0x1.63ad8p+0 0x1.961ap+0 "
       "0x1.e48138p-1 -0x1.aff666p-1 0x1.dd186p-1 0x1.424e6ep+0 0x1.00a334p+1 0x1.b83674p-5")
VECTOR("randn(20) f32 AVX2 (4..19 redrawn)", 42, NORMAL, RT_FLOAT32, 0, 1, 0, 0, 20,
       "0x1.ed4a52p+0 0x1.7cbea6p+0 0x1.cd2acep-1 -0x1.0d81b6p+1 -0x1.8429c4p-1 0x1.140cap+0 0x1.9a0288p-1 "
       "0x1.ae3d26p+0 0x1.6c668ap-2 -0x1.5f8d0cp-1 -0x1.f93268p-2 0x1.ee9126p-3 -0x1.da5ddap-3 0x1.5618p-5 "
       "-0x1.019cf4p-2 0x1.b83f6p-1 -0x1.3d2904p-2 -0x1.953522p-2 0x1.9b5878p-1 -0x1.3e41cp-1")
VECTOR("randn(20) f64", 0, NORMAL, RT_FLOAT64, 0, 1, 0, 0, 20,
       "-0x1.27bb92e9262dcp+1 -0x1.7e3579493946p-2 -0x1.0f91ae8d685b6p+0 0x1.ffbfb0ada994bp-1 "
       "-0x1.471a3c0e2f22ap-6 0x1.aeb1b572b6a04p-3 0x1.6ae2402b7b62bp-3 -0x1.a9389d082941dp-1 "
       "0x1.e8e503666016dp-3 0x1.779107c3069d9p-1 -0x1.5266d8f957969p+0 0x1.50977a45ee462p+0 "
       "-0x1.5fbef2bc4be3bp-1 0x1.7cf270386ca66p+0 -0x1.cb2d8340fb171p-2 -0x1.c8318cc163de5p-1 "
       "0x1.5986ed8e63e98p-1 0x1.0bff5e8d733a2p+0 0x1.3bff1c51bd9a4p-3 -0x1.7ff1c81c48b11p-1")
VECTOR("randn(20) f64", 42, NORMAL, RT_FLOAT64, 0, 1, 0, 0, 20,
       "0x1.32bee22ccb503p-2 0x1.f063c46668b78p-3 0x1.22011e840abbdp-2 -0x1.dd10ce0b8c5a4p-3 "
       "-0x1.30c45c7145abep-5 0x1.0905f784f7792p+0 -0x1.4a7b7ceff41c7p-7 0x1.6e82bfad73187p-4 "
       "0x1.3adc896b5cc6ap-5 -0x1.e4538c09260c9p-4 -0x1.be9b43ed602a1p+0 -0x1.e0ba28e5487fep-2 "
       "0x1.91cd551d1cap-2 0x1.1bc41cab382c5p+0 0x1.baf804309bfb6p-1 0x1.b5deddd314d28p-1 0x1.fecba7d412db7p-3 "
       "0x1.0bdc98531685dp-2 -0x1.86cb9522f4ff6p+0 -0x1.53162f2f5ea4fp-2")
VECTOR("randn(20) f16 (float rule, AVX2)", 0, NORMAL, RT_FLOAT16, 0, 1, 0, 0, 20,
       "-0x1.204p+0 -0x1.27p+0 -0x1.008p-2 -0x1.bc4p-2 -0x1.5a4p+0 -0x1.b24p+0 0x1.224p-1 0x1.964p-1 0x1.328p-1 "
       "-0x1.8ep+0 -0x1.5d8p-2 0x1.da4p+0 0x1.8p-1 -0x1.2bcp-1 -0x1.63p-3 0x1.77cp-3 0x1.63cp+0 0x1.96p+0 "
       "0x1.e48p-1 -0x1.bp-1")
VECTOR("randn(20) f16 (float rule, AVX2)", 42, NORMAL, RT_FLOAT16, 0, 1, 0, 0, 20,
       "0x1.ed4p+0 0x1.7ccp+0 0x1.cd4p-1 -0x1.0d8p+1 0x1.a48p+0 -0x1.46cp-3 -0x1.fd4p-2 0x1.c24p-2 -0x1.844p-1 "
       "0x1.14p+0 0x1.9ap-1 0x1.ae4p+0 0x1.478p+0 0x1.4cp+0 0x1.388p-1 0x1.55cp+0 -0x1.da4p-3 0x1.56p-5 "
       "-0x1.018p-2 0x1.b84p-1")
VECTOR("normal_(2,3) f32 n=20, first 10, AVX2", 0, NORMAL, RT_FLOAT32, 2, 3, 0, 0, 20,
       "-0x1.60a51ep+0 -0x1.75033cp+0 0x1.3f8e4p+0 0x1.658fe8p-1 0x1.e5f45p+1 -0x1.55281p+1 0x1.f3aba2p-1 "
       "0x1.e3c6f4p+2 0x1.b3bfcp+1 0x1.86e078p+0")
VECTOR("normal_(2,3) f32 n=20, first 10, AVX2", 42, NORMAL, RT_FLOAT32, 2, 3, 0, 0, 20,
       "0x1.f1f7bep+2 0x1.9d8efcp+2 0x1.2cf00ep+2 -0x1.14429p+2 -0x1.18fa98p-2 0x1.4f0978p+2 0x1.19c0f4p+2 "
       "0x1.c2addcp+2 0x1.88a674p+1 -0x1.ea724p-5")
VECTOR("normal_(2,3) f32 n=5", 0, NORMAL, RT_FLOAT32, 2, 3, 0, 0, 5,
       "0x1.a7df0ap+2 0x1.1ea588p+0 -0x1.2253dcp+2 0x1.da4712p+1 -0x1.40e9c4p+0")
VECTOR("normal_(2,3) f32 n=5", 42, NORMAL, RT_FLOAT32, 2, 3, 0, 0, 5,
       "0x1.814a02p+1 0x1.31767ap+1 0x1.5a0896p+1 0x1.5872a8p+1 -0x1.5e5a8cp+0")
VECTOR("randint(10,(20,))", 0, INTEGER, RT_INT64, 0, 0, 0, 10, 20, "4 9 3 0 3 9 7 3 7 3 1 6 6 9 8 6 6 8 4 3")
VECTOR("randint(10,(20,))", 42, INTEGER, RT_INT64, 0, 0, 0, 10, 20, "2 7 6 4 6 5 0 4 0 3 8 4 0 4 1 2 5 5 7 6")
VECTOR("randint(0,2^28-1)", 0, INTEGER, RT_INT64, 0, 0, 0, 268435455, 4, "209652404 130329144 118924928 136432845")
VECTOR("randint(0,2^28-1)", 42, INTEGER, RT_INT64, 0, 0, 0, 268435455, 4, "266460267 199900607 56755051 250975504")
VECTOR("randint(0,2^28) (64-bit path)", 0, INTEGER, RT_INT64, 0, 0, 0, 268435456, 4,
       "130329135 136432832 195187451 149257575")
VECTOR("randint(0,2^28) (64-bit path)", 42, INTEGER, RT_INT64, 0, 0, 0, 268435456, 4,
       "199900595 250975502 127521863 147532820")
VECTOR("randint(0,2^32)", 0, INTEGER, RT_INT64, 0, 0, 0, 4294967296, 4, "2546248239 3626093760 3684848379 3638918503")
VECTOR("randint(0,2^32)", 42, INTEGER, RT_INT64, 0, 0, 0, 4294967296, 4, "3421126067 787846414 3348747335 2563451924")
VECTOR("random_() i64", 0, FULL, RT_INT64, 0, 0, 0, 0, 4,
       "900450186894289455 3969543146641149120 1895649597198586619 827948490035658087")
VECTOR("random_() i64", 42, FULL, RT_INT64, 0, 0, 0, 0, 4,
       "6909045637428952499 8314211556539077902 4279532810384561223 1819927849474927636")
VECTOR("random_() i32", 0, FULL, RT_INT32, 0, 0, 0, 0, 4, "209652396 398764591 924231285 1478610112")
VECTOR("random_() i32", 42, FULL, RT_INT32, 0, 0, 0, 0, 4, "1608637542 1273642419 1935803228 787846414")
VECTOR("random_() f32", 0, FULL, RT_FLOAT32, 0, 0, 0, 0, 4, "0x1.fc288p+22 0x1.89533p+23 0x1.6a5bep+20 0x1.0e5f4p+21")
VECTOR("random_() f32", 42, FULL, RT_FLOAT32, 0, 0, 0, 0, 4,
       "0x1.c3b80ep+23 0x1.d479dp+23 0x1.8809a4p+22 0x1.eb29cp+23")
VECTOR("randperm 10", 0, PERMUTATION, RT_INT64, 0, 0, 0, 0, 10, "4 1 7 5 3 9 0 8 6 2")
VECTOR("randperm 10", 42, PERMUTATION, RT_INT64, 0, 0, 0, 0, 10, "2 6 1 8 4 5 0 9 3 7")
VECTOR("randperm 20", 0, PERMUTATION, RT_INT64, 0, 0, 0, 0, 20, "4 5 13 19 7 14 3 6 9 17 11 2 16 18 10 12 15 8 1 0")
VECTOR("randperm 20", 42, PERMUTATION, RT_INT64, 0, 0, 0, 0, 20, "2 14 18 15 1 10 0 4 6 11 8 3 7 17 13 12 19 5 16 9")
VECTOR("bernoulli_(0.3) n=20", 0, BERNOULLI, RT_FLOAT32, 0.3, 0, 0, 0, 20, "0 0 0 0 0 0 1 0 0 1 0 1 0 0 0 0 0 1 0 0")
VECTOR("bernoulli_(0.3) n=20", 42, BERNOULLI, RT_FLOAT32, 0.3, 0, 0, 0, 20, "1 1 1 1 0 0 0 0 1 1 1 0 0 0 0 0 1 0 0 0")
VECTOR("F.dropout(ones(20),0.5) kept", 0, BERNOULLI, RT_FLOAT32, 0.5, 0, 0, 0, 20,
       "0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 1 1 0 0")
VECTOR("F.dropout(ones(20),0.5) kept", 42, BERNOULLI, RT_FLOAT32, 0.5, 0, 0, 0, 20,
       "1 1 1 1 0 1 0 0 1 1 1 1 0 0 1 0 1 0 0 1")
VECTOR("bernoulli(full(20,0.3)) f32 probs", 0, TENSOR, RT_FLOAT32, 0.3, 0, 0, 0, 20,
       "0 0 1 1 0 0 0 0 0 0 0 0 1 1 1 0 0 0 1 1")
VECTOR("bernoulli(full(20,0.3)) f32 probs", 42, TENSOR, RT_FLOAT32, 0.3, 0, 0, 0, 20,
       "0 0 0 0 0 0 1 0 0 1 0 0 0 0 0 0 0 0 1 0")
VECTOR("exponential_() f32", 0, EXPONENTIAL, RT_FLOAT32, 1, 0, 0, 0, 8,
       "0x1.c110d6p+1 0x1.3afa7ep+0 0x1.3ae71p-1 0x1.447ec4p+1 0x1.0923fep+0 0x1.90edd2p+0 0x1.92f306p-3 "
       "0x1.bade3ep-2")
VECTOR("exponential_() f32", 42, EXPONENTIAL, RT_FLOAT32, 1, 0, 0, 0, 8,
       "0x1.ead0ccp-5 0x1.0a2468p-4 0x1.0e2a62p-3 0x1.ba795ep-5 0x1.7e6b14p-1 0x1.4ba782p-1 0x1.8d9cbp+1 "
       "0x1.521fd8p+1")
VECTOR("log_normal_() n=6", 0, LOG_NORMAL, RT_FLOAT32, 1, 2, 0, 0, 6, "0x1.da1b7ap+5 0x1.82f598p+0 0x1.1d3db4p-5")
VECTOR("log_normal_() n=6", 42, LOG_NORMAL, RT_FLOAT32, 1, 2, 0, 0, 6, "0x1.55214cp+2 0x1.c22e42p+1 0x1.160d4ap+2")
VECTOR("cauchy_() n=6", 0, CAUCHY, RT_FLOAT32, 0, 1, 0, 0, 6, "0x1.53209ap+3 0x1.878f94p-1 -0x1.06c1cep-3")
VECTOR("cauchy_() n=6", 42, CAUCHY, RT_FLOAT32, 0, 1, 0, 0, 6, "-0x1.5a6632p+2 -0x1.3f98ccp+2 -0x1.38f1a4p+1")
VECTOR("geometric_(0.3)", 0, GEOMETRIC, RT_FLOAT32, 0.3, 0, 0, 0, 6, "0x1p+0 0x1p+0 0x1.8p+1 0x1p+0 0x1p+1 0x1p+0")
VECTOR("geometric_(0.3)", 42, GEOMETRIC, RT_FLOAT32, 0.3, 0, 0, 0, 6, "0x1p+3 0x1p+3 0x1.8p+2 0x1.2p+3 0x1p+1 0x1.8p+1")
