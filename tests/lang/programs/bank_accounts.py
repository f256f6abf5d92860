"""Accounts, transactions with rollback, an audit log, and errors with a hierarchy of their own."""
from abc import ABC, abstractmethod
from contextlib import contextmanager
import itertools


class BankError(Exception):
    """Base of all errors of the bank."""


class InsufficientFunds(BankError):
    def __init__(self, account, amount):
        self.account, self.amount = account, amount
        super().__init__(account, amount)

    def __str__(self):
        return f'{self.account.owner} needs {self.amount - self.account.balance} more'


class Frozen(BankError):
    pass


class Positive:
    """An attribute that must not become negative."""

    def __set_name__(self, owner, name):
        self.slot = '_' + name
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.slot, 0)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f'{self.name} must not be negative: {value}')
        setattr(instance, self.slot, value)


class Account(ABC):
    _numbers = itertools.count(1001)
    balance = Positive()

    def __init__(self, owner, balance=0):
        self.number = next(self._numbers)
        self.owner = owner
        self.balance = balance
        self.history = []
        self.frozen = False

    @abstractmethod
    def interest(self):
        ...

    def deposit(self, amount):
        if self.frozen:
            raise Frozen(f'account {self.number} is frozen')
        self.balance += amount
        self.history.append(('deposit', amount))
        return self

    def withdraw(self, amount):
        if self.frozen:
            raise Frozen(f'account {self.number} is frozen')
        if amount > self.balance:
            raise InsufficientFunds(self, amount)
        self.balance -= amount
        self.history.append(('withdraw', amount))
        return self

    def __repr__(self):
        return f'<{type(self).__name__} {self.number} {self.owner}: {self.balance}>'

    def __lt__(self, other):
        if not isinstance(other, Account):
            return NotImplemented
        return self.balance < other.balance


class Savings(Account):
    rate = 3

    def interest(self):
        return self.balance * self.rate // 100


class Checking(Account):
    def __init__(self, owner, balance=0, *, overdraft=50):
        super().__init__(owner, balance)
        self.overdraft = overdraft

    def interest(self):
        return 0

    def withdraw(self, amount):
        try:
            return super().withdraw(amount)
        except InsufficientFunds as e:
            missing = amount - self.balance
            if missing > self.overdraft:
                raise InsufficientFunds(self, amount - self.overdraft) from e
            self.overdraft -= missing
            self.balance = 0
            self.history.append(('overdraft', missing))
            return self


class Bank:
    def __init__(self):
        self.accounts = {}
        self.log = []

    def open(self, kind, owner, *args, **kw):
        account = kind(owner, *args, **kw)
        self.accounts[account.number] = account
        return account

    @contextmanager
    def transaction(self, *accounts):
        before = [(a, a.balance, len(a.history)) for a in accounts]
        try:
            yield self
        except BankError as e:
            for a, balance, length in before:
                a.balance = balance
                del a.history[length:]
            self.log.append(f'rolled back: {e}')
        else:
            self.log.append('committed')
        finally:
            self.log.append(f'{len(accounts)} accounts touched')

    def transfer(self, a, b, amount):
        with self.transaction(a, b):
            b.deposit(amount)
            a.withdraw(amount)

    def __iter__(self):
        return iter(self.accounts.values())

    def __getitem__(self, number):
        try:
            return self.accounts[number]
        except KeyError:
            raise BankError(f'no account {number}') from None


bank = Bank()
anna = bank.open(Savings, 'Anna', 500)
bert = bank.open(Checking, 'Bert', 100)
print(anna, bert, list(bank), anna < bert, sorted(bank))
bank.transfer(anna, bert, 200)
bank.transfer(bert, anna, 1000)
print(anna, bert, anna.history, bert.history)
bert.withdraw(330)
print(bert, bert.overdraft, bert.history[-1])
anna.frozen = True
bank.transfer(anna, bert, 1)
for line in bank.log:
    print(' ', line)
for action in (lambda: anna.deposit(1), lambda: bert.withdraw(1000), lambda: setattr(bert, 'balance', -5),
               lambda: Account('x'), lambda: bank[7], lambda: Savings('neg', -1), lambda: anna < 5):
    try:
        action()
    except Exception as e:
        cause = f' (from {type(e.__cause__).__name__})' if e.__cause__ else ''
        print(f'{type(e).__name__}: {e}{cause}')
print(sum(a.interest() for a in bank), Account.balance.name, max(bank).owner)
