# Calls of logging: filtered out, and written to a text.
import io
import logging

COUNT = 10_000


def filtered():
    logger = logging.getLogger('bench.filtered')
    logger.setLevel(logging.WARNING)

    def work():
        for i in range(COUNT * 10):
            logger.debug('value %d of %s', i, 'many')
    return work


def written(form, **extra):
    def make():
        logger = logging.Logger('bench.written')

        def work():
            out = io.StringIO()
            handler = logging.StreamHandler(out)
            handler.setFormatter(logging.Formatter(form))
            logger.handlers[:] = [handler]
            for i in range(COUNT):
                logger.info('value %d of %s', i, 'many', **extra)
            return len(out.getvalue())
        return work
    return make


def propagated():
    logger = logging.getLogger('bench.some.where.deep')
    top = logging.getLogger('bench.some')
    logger.setLevel(logging.INFO)
    top.propagate = False

    def work():
        out = io.StringIO()
        top.handlers[:] = [logging.StreamHandler(out)]
        for i in range(COUNT):
            logger.info('plain')
        return len(out.getvalue())
    return work


def lookup():
    def work():
        for i in range(COUNT):
            logging.getLogger('bench.some.where')
    return work


ROWS = {'logging_filtered': filtered, 'logging_message': written('%(message)s'), 'logging_names': written('%(levelname)s:%(name)s:%(message)s'),
        'logging_time': written('%(asctime)s %(levelname)-8s %(message)s'), 'logging_propagated': propagated, 'logging_lookup': lookup}
