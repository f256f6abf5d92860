/* The part of the CUDA runtime's interface that the plugin uses, for builds of it that run on the CPU: names, values
   and meanings as NVIDIA documents them. What the functions do stands in tests/cuda/fake_cudart.c. C and C++. */
#ifndef EMULATED_CUDA_RUNTIME_API_H
#define EMULATED_CUDA_RUNTIME_API_H

#include <stddef.h>
#include <stdint.h>

#define RT_CUDA_EMULATED 1
#define CUDART_VERSION 13000

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, number, text) */
#define EMULATED_ERRORS(X)                                                                                             \
    X(cudaSuccess, 0, "no error")                                                                                      \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                                    \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                                                   \
    X(cudaErrorInitializationError, 3, "initialization error")                                                         \
    X(cudaErrorCudartUnloading, 4, "driver shutting down")                                                             \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                              \
    X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")                 \
    X(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                            \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                                    \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                           \
    X(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")                \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                                  \
    X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                            \
    X(cudaErrorNotReady, 600, "device not ready")                                                                      \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                        \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                                   \
    X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                        \
    X(cudaErrorAssert, 710, "device-side assert triggered")                                                            \
    X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                                      \
    X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                           \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                                       \
    X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")                      \
    X(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")               \
    X(cudaErrorStreamCaptureUnmatched, 903, "capture was not initiated in this stream")                                \
    X(cudaErrorUnknown, 999, "unknown error")

typedef enum cudaError {
#define X(name, number, text) name = number,
    EMULATED_ERRORS(X)
#undef X
} cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};

typedef struct CUuuid_st {
    char bytes[16];
} cudaUUID_t;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    size_t totalGlobalMem;
    int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, l2CacheSize;
    int pciBusID, pciDeviceID, pciDomainID;
    size_t sharedMemPerBlockOptin;
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone,
    cudaStreamCaptureStatusActive,
    cudaStreamCaptureStatusInvalidated
};

#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaEventDefault 0x00
#define cudaEventDisableTiming 0x02
#define cudaHostAllocMapped 0x02
#define cudaHostAllocPortable 0x01

const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaMalloc(void **memory, size_t size);
cudaError_t cudaFree(void *memory);
cudaError_t cudaHostAlloc(void **memory, size_t size, unsigned flags);
cudaError_t cudaFreeHost(void *memory);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t size,
                                cudaStream_t stream);
cudaError_t cudaMemsetAsync(void *memory, int value, size_t size, cudaStream_t stream);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);

/* For tests, which find these by name in the plugin that they have opened. */
#define FAKE_CUDART __attribute__((visibility("default")))
/* The n-th following call of a function that may fail (0: the next) fails with that error; negative: none. Returns 1 if
   the failure asked for before has not happened yet. */
FAKE_CUDART int fake_cudart_fail(long after, cudaError_t error);
/* The devices there are and the memory of each, before the first call of the plugin. */
FAKE_CUDART void fake_cudart_devices(int count, size_t memory);
/* What cudaDriverGetVersion says; 0: there is no driver. */
FAKE_CUDART void fake_cudart_driver(int version);
/* Pieces of memory, streams and events that were made and are not given back. */
FAKE_CUDART long fake_cudart_live(void);
/* The next so many questions whether work has ended are answered with "not ready". */
FAKE_CUDART void fake_cudart_busy(long questions);
/* Why the next launch cannot begin, or cudaSuccess; called by the emulation. */
cudaError_t fake_cudart_launch(cudaStream_t stream);
/* A stream that records takes work instead of doing it: run(closure) is called at each launch of the graph,
   drop(closure) when the last one that has it is gone. 0: it does not record, and the caller still owns the closure. */
int fake_cudart_record(cudaStream_t stream, void (*run)(void *closure), void (*drop)(void *closure), void *closure);
void fake_cudart_failed(cudaError_t error);

#ifdef __cplusplus
}
#endif
#endif
