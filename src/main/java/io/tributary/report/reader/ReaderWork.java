package io.tributary.report.reader;

import java.time.Duration;
import java.util.function.Consumer;

/** A request and who is told of its end. */
record ReaderWork(
    Request request, Duration limit, Consumer<Reply> reply, Consumer<Throwable> fault) {}
