"""torch.xpu, torch.mps and torch.mtia where there are no such devices, and torch.cpu: answers, refusals, wrong arguments."""
import torch

QUESTIONS = {
    'xpu': '''can_device_access_peer current_device current_stream device_count empty_cache get_arch_list get_device_capability get_device_name
              get_device_properties get_gencode_flags get_rng_state get_rng_state_all init initial_seed is_available is_bf16_supported is_initialized
              is_tf32_supported manual_seed manual_seed_all max_memory_allocated max_memory_reserved mem_get_info memory_allocated memory_reserved
              memory_snapshot memory_stats memory_stats_as_nested_dict seed seed_all set_device set_per_process_memory_fraction set_stream synchronize''',
    'mps': '''compile_shader current_allocated_memory device_count driver_allocated_memory empty_cache get_rng_state is_available manual_seed
              recommended_max_memory seed set_per_process_memory_fraction set_rng_state synchronize''',
    'mtia': '''current_device current_stream default_stream device_count empty_cache get_device_capability get_device_properties get_rng_state
               get_rng_state_all graph_pool_handle init initial_seed is_available is_bf16_supported is_fbcode is_initialized is_prod manual_seed
               manual_seed_all max_memory_allocated memory_allocated memory_stats record_memory_history reset_peak_memory_stats seed seed_all set_device
               snapshot stream synchronize''',
    'cpu': 'current_device device_count is_available is_initialized set_device synchronize',
}
for name, functions in QUESTIONS.items():
    module = getattr(torch, name)
    for function in functions.split():
        for given in ((), (0,), (1, 2, 3, 4)):
            try:
                said = repr(getattr(module, function)(*given))
            except Exception as e:
                said = '%s: %s' % (type(e).__name__, e)
            print(name, function, given, said)
for action in (lambda: torch.mps.set_per_process_memory_fraction(.5), lambda: torch.mps.set_per_process_memory_fraction(5.), lambda: torch.xpu.device(0).__enter__(),
               lambda: torch.mps.set_rng_state(torch.zeros(2))):
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__, e)
print(torch.xpu.default_generators, torch.mtia.default_generators)
stream, event = torch.cpu.current_stream(), torch.cpu.Event()
print(torch.cpu.current_stream() is stream, stream.wait_stream(stream), stream.record_event(), stream.wait_event(event))
with torch.cpu.stream(torch.cpu.Stream()) as entered:
    print(entered, torch.cpu.current_stream() is stream)
print(torch.cpu.current_stream() is stream, event.query(), event.record(), event.synchronize(), event.wait())
with torch.cpu.stream(None):
    print(torch.cpu.current_stream() is stream)
