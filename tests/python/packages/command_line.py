# needs: click
"""Commands of click, colours, progress, tables."""
import click
from click.testing import CliRunner


@click.group()
@click.option('--verbose/--quiet', default=False)
@click.pass_context
def cli(ctx, verbose):
    """A tool."""
    ctx.obj = {'verbose': verbose}


@cli.command()
@click.argument('names', nargs=-1)
@click.option('-n', '--count', default=1, show_default=True, help='How often.')
@click.option('--shout', is_flag=True)
@click.pass_obj
def hello(obj, names, count, shout):
    """Greets."""
    for name in names or ('world',):
        for _ in range(count):
            text = f'Hello {name}'
            click.echo(text.upper() if shout else text)
    if obj['verbose']:
        click.echo('done', err=False)


class Even(click.ParamType):
    name = 'even'

    def convert(self, value, param, ctx):
        if int(value) % 2:
            self.fail(f'{value} is odd', param, ctx)
        return int(value)


@cli.command()
@click.argument('n', type=Even())
@click.option('--mode', type=click.Choice(['fast', 'slow']), default='fast')
@click.option('--path', type=click.Path(exists=True))
def work(n, mode, path):
    click.secho(f'{n} {mode}', fg='green')
    raise click.ClickException('it broke') if n == 4 else SystemExit(n)


def positive(ctx, param, value):
    if value < 0:
        raise click.BadParameter('must be positive')
    return value


@cli.command()
@click.option('--x', callback=positive, type=int, required=True)
@click.confirmation_option(prompt='Sure?')
def sure(x):
    click.echo(f'x={x}')


run = CliRunner()
for line in ('hello', '--verbose hello a b -n 2 --shout', '--help', 'hello --help', 'work 2', 'work 3', 'work 4', 'work 2 --mode odd', 'nothing', 'sure --x 1 --yes', 'sure --x -1 --yes', 'sure --yes'):
    result = run.invoke(cli, line.split())
    print(f'$ {line}', result.exit_code)
    print(result.output.rstrip())
print(run.invoke(cli, ['sure', '--x', '3'], input='y\n').output)
print(cli.name, hello.params[0].name, isinstance(hello, click.Command), click.style('x', fg='red') == '\x1b[31mx\x1b[0m')


@click.command()
@click.option('--fail', is_flag=True)
def crash(fail):
    1 / 0 if fail else None


result = run.invoke(crash, ['--fail'])
print(repr(result.exception), result.exc_info[0].__name__)
print(hello.callback.__name__, crash.main(['--help'], standalone_mode=False))
