"""What programs ask of the compiler."""


def is_compile_supported(device_type):
    """False: functions run as they are written, on every device."""
    return False
