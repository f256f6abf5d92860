"""SummaryWriter: values of a run, written to files that TensorBoard reads."""

import os
import time

import torch
from torch.utils.tensorboard import _png, _summaries as summaries
from torch.utils.tensorboard._records import RecordFile


def _drawn(figure, close):
    """The dots of a figure: bytes of red, green and blue."""
    import numpy
    from matplotlib import pyplot
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    dots = torch.from_numpy(numpy.array(canvas.buffer_rgba()))[..., :3].permute(2, 0, 1)
    if close:
        pyplot.close(figure)
    return dots


class FileWriter:
    """One event file in a folder."""

    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=''):
        self._folder, self._options, self._file = str(log_dir), (max_queue, flush_secs, filename_suffix), None
        self._open()

    def _open(self):
        """Begins a file; also after close(), when something more is written."""
        self._file = RecordFile(self._folder, *self._options)
        self._file.write(summaries.event(time.time(), version='brain.Event:2', source='tensorboard.summary.writer.event_file_writer'))

    def get_logdir(self):
        """The folder."""
        return self._folder

    def add_event(self, data):
        """Adds an event, already in bytes."""
        if self._file is None:
            self._open()
        self._file.write(data)

    def add_summary(self, summary, global_step=None, walltime=None):
        """Adds a summary at a step and a time: now, unless another is given."""
        self.add_event(summaries.event(time.time() if walltime is None else walltime, global_step, summary))

    def flush(self):
        """Writes what is kept."""
        if self._file is not None:
            self._file.flush()

    def close(self):
        """Writes what is kept and closes the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def reopen(self):
        """Begins another file."""
        self.close()
        self._open()


FileWriter.__module__ = 'torch.utils.tensorboard.writer'


def _refused(name, why):
    return NotImplementedError('SummaryWriter.%s: %s' % (name, why))


class SummaryWriter:
    """Writes scalars, pictures, histograms and more of a run into a folder, by default runs/DATE_TIME_HOST, for TensorBoard."""

    def __init__(self, log_dir=None, comment='', purge_step=None, max_queue=10, flush_secs=120, filename_suffix=''):
        if not log_dir:
            log_dir = os.path.join('runs', '%s_%s%s' % (time.strftime('%b%d_%H-%M-%S'), os.uname().nodename, comment))
        self.log_dir, self.purge_step = str(log_dir), purge_step
        self.max_queue, self.flush_secs, self.filename_suffix = max_queue, flush_secs, filename_suffix
        self.file_writer = self.all_writers = None
        self.default_bins = summaries.default_edges()
        self._embeddings = []
        self._get_file_writer()

    def _get_file_writer(self):
        """The file of this run; begins one after close()."""
        if self.all_writers is None or self.file_writer is None:
            self.file_writer = FileWriter(self.log_dir, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers = {self.log_dir: self.file_writer}
            if self.purge_step is not None:
                now = time.time()
                self.file_writer.add_event(summaries.event(now, self.purge_step, version='brain.Event:2'))
                self.file_writer.add_event(summaries.event(now, self.purge_step, session_start=True))
                self.purge_step = None
        return self.file_writer

    def _add(self, summary, global_step, walltime):
        self._get_file_writer().add_summary(summary, global_step, walltime)

    def get_logdir(self):
        """The folder of the run."""
        return self.log_dir

    # ---- numbers

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        """A number at a step."""
        if not isinstance(tag, str):
            raise TypeError('bad argument type for built-in operation')
        self._add(summaries.scalar(tag, scalar_value, new_style, double_precision), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Numbers that are shown in one diagram; each in a folder of its own below the run's."""
        walltime = time.time() if walltime is None else walltime
        self._get_file_writer()
        for tag, value in tag_scalar_dict.items():
            folder = os.path.join(self.log_dir, main_tag.replace('/', '_') + '_' + tag)
            if folder not in self.all_writers:
                self.all_writers[folder] = FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers[folder].add_summary(summaries.scalar(main_tag, value), global_step, walltime)

    def add_tensor(self, tag, tensor, global_step=None, walltime=None):
        """A tensor as it is."""
        self._add(summaries.tensor(tag, tensor), global_step, walltime)

    def add_histogram(self, tag, values, global_step=None, bins='tensorflow', walltime=None, max_bins=None):
        """How values are distributed; bins: 'tensorflow', a rule of numpy, their number or their edges."""
        bins = self.default_bins if bins == 'tensorflow' else bins
        self._add(summaries.histogram(tag, values, bins, max_bins), global_step, walltime)

    def add_histogram_raw(self, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, global_step=None, walltime=None):
        """A histogram that was made elsewhere."""
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError('len(bucket_limits) != len(bucket_counts), see the document.')
        self._add(summaries.histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts), global_step, walltime)

    def add_pr_curve(self, tag, labels, predictions, global_step=None, num_thresholds=127, weights=None, walltime=None):
        """Precision and recall at thresholds."""
        self._add(summaries.pr_curve(tag, labels, predictions, num_thresholds, weights), global_step, walltime)

    def add_pr_curve_raw(self, tag, true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts, precision, recall,
                         global_step=None, num_thresholds=127, weights=None, walltime=None):
        """A curve of precision and recall that was made elsewhere."""
        self._add(summaries.pr_curve_raw(tag, true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts,
                                         precision, recall, num_thresholds, weights), global_step, walltime)

    # ---- pictures, sounds, texts

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats='CHW'):
        """A picture: floats of 0 to 1 or bytes, in the order of dimensions that dataformats says."""
        self._add(summaries.image(tag, img_tensor, dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats='NCHW'):
        """Many pictures in one, eight side by side."""
        self._add(summaries.image(tag, img_tensor, dataformats), global_step, walltime)

    def add_audio(self, tag, snd_tensor, global_step=None, sample_rate=44100, walltime=None):
        """A sound of one channel, from -1 to 1."""
        self._add(summaries.audio(tag, snd_tensor, sample_rate), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        """A text in Markdown."""
        self._add(summaries.text(tag, text_string), global_step, walltime)

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None):
        """A figure of matplotlib, or a list of them side by side; they are closed unless close is False. ModuleNotFoundError where there
        is no matplotlib."""
        if isinstance(figure, list):
            self.add_images(tag, torch.stack([_drawn(each, close) for each in figure]), global_step, walltime)
        else:
            self.add_image(tag, _drawn(figure, close), global_step, walltime)

    def add_image_with_boxes(self, tag, img_tensor, box_tensor, global_step=None, walltime=None, rescale=1, dataformats='CHW', labels=None):
        """Refused: nothing draws boxes."""
        raise _refused('add_image_with_boxes', 'boxes are not drawn in this version; draw them into the tensor and use add_image')

    def add_video(self, tag, vid_tensor, global_step=None, fps=4, walltime=None):
        """Refused: nothing encodes videos."""
        raise _refused('add_video', 'videos are not encoded in this version')

    def add_mesh(self, tag, vertices, colors=None, faces=None, config_dict=None, global_step=None, walltime=None):
        """A mesh of points, with colors and triangles."""
        self._add(summaries.mesh(tag, vertices, colors, faces, config_dict), global_step, walltime)

    # ---- graphs

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True):
        """The graph of a network: of one run with these inputs (one, or a tuple of them) in evaluation mode. It has the nodes of the autograd graph
        under the names of the modules in which they were made; what has no gradient is not in it. verbose: its nodes are printed."""
        from torch.utils.tensorboard import _graph
        if not hasattr(model, 'training'):
            raise AttributeError('%r object has no attribute %r' % (type(model).__name__, 'training'))
        try:
            rows = _graph.nodes_of(model, input_to_model)
        except RuntimeError as error:
            print(error)
            print('Error occurs, No graph saved')
            raise
        if verbose:
            for name, kind, inputs, *_ in rows:
                print('%s = %s(%s)' % (name, kind, ', '.join(inputs)))
        self._get_file_writer().add_event(summaries.event(time.time(), graph=_graph.message(rows)))

    def add_onnx_graph(self, prototxt):
        """Refused: ONNX is not there."""
        raise _refused('add_onnx_graph', 'ONNX is not there in this version')

    # ---- experiments and layouts

    def add_hparams(self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None):
        """Hyperparameters of a run with its results, in a folder of its own below the run's."""
        parts = summaries.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        with SummaryWriter(os.path.join(self.log_dir, run_name or str(time.time()))) as writer:
            for part in parts:
                writer._add(part, global_step, None)
            for tag, value in metric_dict.items():
                writer.add_scalar(tag, value, global_step)

    def add_custom_scalars(self, layout):
        """How scalars are shown together: {category: {title: ['Multiline' or 'Margin', tags]}}."""
        self._add(summaries.custom_scalars(layout), None, None)

    def add_custom_scalars_multilinechart(self, tags, category='default', title='untitled'):
        """Shows scalars in one diagram."""
        self.add_custom_scalars({category: {title: ['Multiline', tags]}})

    def add_custom_scalars_marginchart(self, tags, category='default', title='untitled'):
        """Shows a scalar between two others."""
        if len(tags) != 3:
            raise AssertionError('len(tags) != 3')
        self.add_custom_scalars({category: {title: ['Margin', tags]}})

    # ---- embeddings

    def add_embedding(self, mat, metadata=None, label_img=None, global_step=None, tag='default', metadata_header=None):
        """Points with labels and pictures, for the projector."""
        mat = summaries.as_tensor(mat)
        step = 0 if global_step is None else global_step
        name = '%05d/%s' % (step, ''.join([c if c.isalnum() or c in '-_.~' else '%%%02x' % ord(c) for c in tag]))
        folder = os.path.join(self.log_dir, name)
        if os.path.isdir(folder):
            print('warning: Embedding dir exists, did you set global_step for add_embedding()?')
        os.makedirs(folder, exist_ok=True)
        lines = ['embeddings {', '  tensor_name: "%s:%05d"' % (tag, step)]
        if metadata is not None:
            if mat.shape[0] != len(metadata):
                raise AssertionError('#labels should equal with #data points')
            _write(os.path.join(folder, 'metadata.tsv'), _rows(metadata, metadata_header))
            lines.append('  metadata_path: "%s/metadata.tsv"' % name)
        if label_img is not None:
            lines += _sprite(label_img, mat, folder, name)
        if mat.dim() != 2:
            raise AssertionError('mat should be 2D, where mat.size(0) is the number of data points')
        _write(os.path.join(folder, 'tensors.tsv'), [[str(value) for value in row] for row in mat.tolist()])
        self._embeddings.append(lines + ['  tensor_path: "%s/tensors.tsv"' % name, '}'])
        with open(os.path.join(self.log_dir, 'projector_config.pbtxt'), 'w') as file:
            file.write(''.join([line + '\n' for each in self._embeddings for line in each]))

    # ---- the end

    def flush(self):
        """Writes what is kept of all files."""
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self):
        """Writes what is kept and closes all files; what is added later begins new ones."""
        for writer in (self.all_writers or {}).values():
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


SummaryWriter.__module__ = 'torch.utils.tensorboard.writer'


def _rows(metadata, header):
    """The lines of a table: a label each, or with a header many."""
    if header:
        return [header] + [[str(each) for each in row] for row in metadata]
    return [[str(each)] for each in metadata]


def _write(path, rows):
    with open(path, 'w') as file:
        file.write(''.join(['\t'.join(row) + '\n' for row in rows]))


def _sprite(pictures, mat, folder, name):
    """Writes the pictures of points as one square picture; the lines that name it."""
    pictures = summaries.as_tensor(pictures)
    if mat.shape[0] != pictures.shape[0]:
        raise AssertionError('#images should equal with #data points')
    if pictures.shape[2] != pictures.shape[3]:
        raise AssertionError('Image should be square, see tensorflow/tensorboard#670')
    across = int(-(-pictures.shape[0] ** 0.5 // 1))
    size = pictures.shape[2]
    grid = pictures.new_zeros(across * across, *pictures.shape[1:])
    grid[:pictures.shape[0]] = pictures
    rows = [torch.cat(list(grid[i * across:(i + 1) * across]), 2) for i in range(across)]
    with open(os.path.join(folder, 'sprite.png'), 'wb') as file:
        file.write(_png.encode(summaries.picture_bytes(torch.cat(rows, 1), 'CHW')))
    return ['  sprite {', '    image_path: "%s/sprite.png"' % name, '    single_image_dim: %d' % size, '    single_image_dim: %d' % size, '  }']


__all__ = ['FileWriter', 'SummaryWriter']
