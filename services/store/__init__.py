"""The append-only log: one writer, group commit, readers that never miss; its keys and its evidence.

`store.open_store(url)` opens it for writing, `store.open_reader(url)` for looking. Nothing here is imported
by naming the package, so that a reader of files pays only for what it uses.
"""
