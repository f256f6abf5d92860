# needs: flask fastapi httpx sqlalchemy typer click requests jinja2 marshmallow peewee pydantic
"""Servers, clients, databases and command lines of notebooks: routes, models and commands are functions and classes of the program."""
import asyncio
import contextlib
import datetime
import enum
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Annotated, List, Optional

import click
import fastapi
import flask
import httpx
import marshmallow
import peewee
import requests
import sqlalchemy as sa
import torch
import typer
from fastapi import Depends, FastAPI, HTTPException, Request
from pydantic import BaseModel, Field
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, validates
from typer.testing import CliRunner as TyperRunner


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:110])


# Flask
app = flask.Flask('shop')
app.secret_key = 'k'
model = torch.nn.Linear(2, 1)
torch.nn.init.ones_(model.weight), torch.nn.init.zeros_(model.bias)


@app.route('/predict', methods=['POST'])
def predict():
    body = flask.request.get_json()
    with torch.no_grad():
        return flask.jsonify(y=model(torch.tensor(body['x'])).tolist())


@app.get('/hello/<name>/<int:n>')
def hello(name, n):
    flask.session['n'] = flask.session.get('n', 0) + n
    return flask.render_template_string('{% for i in range(n) %}{{ name|loud }} {% endfor %}', name=name, n=n), 201, {'X-N': str(n)}


@app.template_filter('loud')
def loud(text):
    return text.upper()


class Teapot(Exception):
    pass


@app.errorhandler(Teapot)
def teapot(error):
    return {'error': str(error)}, 418


@app.before_request
def count():
    flask.g.seen = len(flask.request.path)


@app.route('/tea')
def tea():
    raise Teapot('short and stout %d' % flask.g.seen)


@app.route('/crash')
def crash():
    return 1 / 0


@app.route('/stream')
def stream():
    def generate():
        for i in range(3):
            yield f'{i};'
    return flask.Response(generate(), mimetype='text/csv')


with app.test_client() as client:
    print(client.post('/predict', json={'x': [[1., 2.], [3., 4.]]}).json, client.get('/hello/bo/2').text, client.get('/hello/bo/2').headers['X-N'], flask.session['n'], client.get('/hello/bo/x').status_code, client.get('/tea').get_json(), client.get('/tea').status, client.get('/stream').data, client.post('/tea').status_code)
    print(client.get('/crash').status_code, sorted(r.endpoint for r in app.url_map.iter_rules()))
app.testing = True
attempt(lambda: app.test_client().get('/crash'), lambda: flask.request.path, lambda: app.route('/tea')(lambda: 1) and app.add_url_rule('/t', 'tea', lambda: 1), lambda: app.test_client().post('/predict', json={}).status_code)
with app.app_context(), app.test_request_context('/a?b=1&b=2'):
    print(flask.request.args.getlist('b'), flask.url_for('hello', name='x', n=1), flask.current_app.name)


# FastAPI
class Colour(str, enum.Enum):
    RED = 'red'
    BLUE = 'blue'


class Item(BaseModel):
    name: str
    price: float = Field(gt=0)
    tags: List[str] = []
    colour: Colour = Colour.RED


api = FastAPI(title='api')


def token(x_token: Annotated[Optional[str], fastapi.Header()] = None):
    if x_token == 'bad':
        raise HTTPException(403, 'no entry')
    return x_token


@contextlib.asynccontextmanager
async def opened():
    yield 'db'


@api.post('/items/{number}', response_model=Item, status_code=201)
async def make(number: int, item: Item, who: Annotated[str, Depends(token)] = None, q: float = 1.5):
    await asyncio.sleep(0)
    async with opened():
        return item.model_copy(update={'name': f'{item.name}{number}{who}{q}'})


@api.get('/plain')
def plain(n: int = 1):
    return {'sum': torch.ones(n).sum().item()}


@api.get('/colour/{colour}')
def colour(colour: Colour):
    return colour


@api.exception_handler(Teapot)
async def api_teapot(request: Request, error: Teapot):
    return fastapi.responses.JSONResponse({'path': request.url.path, 'error': str(error)}, status_code=418)


@api.get('/tea')
async def api_tea():
    raise Teapot('cold')


async def talk():
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=api), base_url='http://test') as client:
        answers = [await client.post('/items/3?q=2', json={'name': 'n', 'price': 1.5, 'colour': 'blue'}, headers={'x-token': 'me'}), await client.post('/items/x', json={'name': 'n', 'price': -1}), await client.post('/items/1', json={'name': 'n', 'price': 1}, headers={'x-token': 'bad'}), await client.get('/plain', params={'n': 4}), await client.get('/colour/red'), await client.get('/colour/green'), await client.get('/tea'), await client.get('/none')]
        for answer in answers:
            print(answer.status_code, json.dumps(answer.json())[:150])
        schema = (await client.get('/openapi.json')).json()
        print(sorted(schema['paths']), schema['components']['schemas']['Item']['required'], schema['components']['schemas']['Colour'])


asyncio.run(talk())
attempt(lambda: api.get('/bad')(lambda a=Depends(3): 1), lambda: HTTPException(404).detail, lambda: Item(name='a', price='x'), lambda: Item.model_validate_json('{"name": 1}'))


# requests and httpx against a server of the program
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        code = 404 if 'missing' in self.path else 302 if self.path == '/move' else 200
        body = json.dumps({'path': self.path, 'agent': self.headers.get('X-Me')}).encode()
        self.send_response(code)
        if code == 302:
            self.send_header('Location', '/moved')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        data = self.rfile.read(int(self.headers['Content-Length']))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(data[::-1])

    def log_message(self, *args):
        pass


server = HTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f'http://127.0.0.1:{server.server_port}'
with requests.Session() as session:
    session.headers['X-Me'] = 'us'
    session.hooks['response'].append(lambda response, *args, **kwargs: setattr(response, 'noted', response.status_code))
    first = session.get(base + '/a', params={'q': [1, 2]}, timeout=5)
    print(first.json(), first.noted, first.ok, session.post(base, data=b'abc').content, session.get(base + '/move').history[0].status_code, session.get(base + '/missing').status_code, [c for c in first.iter_content(10)][:1], first.request.headers['X-Me'], session.post(base, json={'a': 1}).text, bool(session.get(base + '/missing')))
    attempt(lambda: session.get(base + '/missing').raise_for_status() if False else 'skipped', lambda: session.get('no-scheme'), lambda: session.post(base, data=b'x').json(), lambda: session.get(base + '/a', timeout='x'), lambda: session.get('ftp://x'))
    try:
        session.get(base + '/missing').raise_for_status()
    except requests.HTTPError as error:
        print(error.response.status_code, type(error).__mro__[1].__name__)
with httpx.Client(base_url=base, event_hooks={'response': [lambda r: None]}) as client:
    print(client.get('/h').json()['path'], client.post('/', content=b'xyz').text, client.stream('GET', '/s').__enter__().status_code)


class Auth(requests.auth.AuthBase):
    def __call__(self, request):
        request.headers['X-Me'] = 'auth'
        return request


print(requests.get(base, auth=Auth()).json()['agent'], httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, json={'m': request.method}))).get('http://x/').json())
server.shutdown()
server.server_close()


# SQLAlchemy
class Base(DeclarativeBase):
    pass


class Author(Base):
    __tablename__ = 'authors'
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(sa.String(30), unique=True)
    books: Mapped[List['Book']] = relationship(back_populates='author', cascade='all, delete-orphan')

    @validates('name')
    def check_name(self, key, value):
        if not value:
            raise ValueError('a name is needed')
        return value.strip()

    @property
    def titles(self):
        return [b.title for b in self.books]

    def __repr__(self):
        return f'Author({self.name!r})'


class Book(Base):
    __tablename__ = 'books'
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    year: Mapped[Optional[int]]
    author_id: Mapped[int] = mapped_column(sa.ForeignKey('authors.id'))
    author: Mapped[Author] = relationship(back_populates='books')


class Vector(sa.types.TypeDecorator):
    impl = sa.String
    cache_ok = True

    def process_bind_param(self, value, dialect):
        return None if value is None else json.dumps(value.tolist())

    def process_result_value(self, value, dialect):
        return None if value is None else torch.tensor(json.loads(value))


class Weight(Base):
    __tablename__ = 'weights'
    id: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(Vector)


engine = sa.create_engine('sqlite://')
statements = []


@event.listens_for(engine, 'before_cursor_execute')
def note(conn, cursor, statement, parameters, context, executemany):
    statements.append(statement.split()[0])


Base.metadata.create_all(engine)
with Session(engine) as session:
    ada = Author(name=' Ada ', books=[Book(title='Notes', year=1843), Book(title='More')])
    session.add_all([ada, Author(name='Bob'), Weight(value=torch.tensor([1.5, 2.0]))])
    session.commit()
    print(ada.id, ada, ada.titles, session.scalars(sa.select(Author).where(Author.name.like('A%'))).all(), session.scalar(sa.select(sa.func.count()).select_from(Book)), session.execute(sa.select(Author.name, sa.func.count(Book.id)).outerjoin(Book).group_by(Author.id).order_by(Author.id)).all(), session.scalars(sa.select(Weight)).one().value, session.get(Author, 9))
    for name, title in session.execute(sa.select(Author.name, Book.title).join(Author.books).order_by(Book.title)):
        print(name, title, end='; ')
    row = session.execute(sa.select(Book.title, Book.year)).first()
    print(row, row.title, row._mapping['year'], tuple(row), '%s in %s' % tuple(row), str(sa.select(Book).where(Book.year > 1800, sa.or_(Book.title == 'a', Book.id.in_([1, 2])))).split('WHERE')[1].strip())
    ada.books.pop()
    session.flush()
    print(session.query(Book).count(), session.query(Author).filter_by(name='Bob').one(), session.dirty == set(), ada in session, [c.name for c in Author.__table__.columns], sa.inspect(Author).relationships.keys())
    attempt(lambda: Author(name=''), lambda: Author(zz=1), lambda: session.scalars(sa.select(Author)).one(), lambda: session.execute(sa.text('select nothing')), lambda: session.query(Author).filter_by(zz=1), lambda: (session.add(Author(name='Bob')), session.flush()))
    session.rollback()
print(sorted(set(statements)))
attempt(lambda: sa.create_engine('zz://'), lambda: sa.Column(3), lambda: type('Bad', (Base,), {'__tablename__': 'bad'}))

# peewee and marshmallow
database = peewee.SqliteDatabase(':memory:')


class Person(peewee.Model):
    name = peewee.CharField()
    born = peewee.DateField(null=True)

    class Meta:
        database = database

    def age(self, today):
        return today.year - self.born.year


database.create_tables([Person])
Person.create(name='Cy', born=datetime.date(2000, 1, 2))
Person.insert_many([{'name': 'Di'}, {'name': 'Ed'}]).execute()
print([p.name for p in Person.select().where(Person.name != 'Di').order_by(Person.name.desc())], Person.get(Person.name == 'Cy').age(datetime.date(2020, 1, 1)), Person.select().count(), Person.select(Person.name).where(Person.born.is_null()).dicts().get(), isinstance(Person.get_by_id(1), Person))
attempt(lambda: Person.get(Person.name == 'zz'), lambda: Person.create(), lambda: Person.select().where(Person.zz == 1))


class Shape(marshmallow.Schema):
    name = marshmallow.fields.Str(required=True, validate=marshmallow.validate.Length(min=2))
    area = marshmallow.fields.Method('get_area')
    when = marshmallow.fields.Date(load_default=None)

    def get_area(self, obj):
        return obj['w'] * obj['h']

    @marshmallow.validates_schema
    def check(self, data, **kwargs):
        if data['name'] == 'bad':
            raise marshmallow.ValidationError('that name', 'name')

    @marshmallow.post_load
    def made(self, data, **kwargs):
        return ('shape', data['name'])


print(Shape().dump({'name': 'box', 'w': 2, 'h': 3}), Shape().load({'name': 'box'}), Shape(many=True).dumps([{'name': 'b', 'w': 1, 'h': 1}]), Shape().validate({'name': 'b', 'q': 1}))
attempt(lambda: Shape().load({'name': 'bad'}), lambda: Shape().load({}), lambda: Shape(only=('zz',)))

# typer and click
tool = typer.Typer(add_completion=False, rich_markup_mode=None)


@tool.command()
def train(path: str, steps: int = typer.Option(3, min=1, help='How many steps.'), colour: Colour = Colour.RED, verbose: bool = False):
    """Trains a model."""
    typer.echo(f'{path} {steps} {colour.value} {verbose}')
    if steps == 7:
        raise typer.Exit(code=4)


@tool.command('eval')
def evaluate(names: List[str]):
    typer.secho(' '.join(sorted(names)), fg='red')


runner = TyperRunner()
for arguments in (['train', 'p', '--steps', '2', '--colour', 'blue', '--verbose'], ['train', 'p', '--steps', '0'], ['eval', 'b', 'a'], ['train', 'p', '--steps', '7'], ['zz'], ['train']):
    outcome = runner.invoke(tool, arguments)
    print(outcome.exit_code, outcome.output.strip().split('\n')[-1][:80])
print('Trains a model.' in runner.invoke(tool, ['train', '--help']).output)
