package io.tributary.log;

import io.tributary.core.SafeErrorMessage;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/** Wraps another formatter and removes quoted data from exceptions. */
final class RedactingFormatter extends Formatter {
  private final Formatter delegate;

  RedactingFormatter(Formatter delegate) {
    this.delegate = delegate;
  }

  @Override
  public String format(LogRecord line) {
    Throwable thrown = line.getThrown();
    if (thrown == null) {
      return delegate.format(line);
    }
    line.setThrown(SafeErrorMessage.sanitize(thrown));
    try {
      return delegate.format(line);
    } finally {
      line.setThrown(thrown);
    }
  }

  @Override
  public String getHead(Handler handler) {
    return delegate.getHead(handler);
  }

  @Override
  public String getTail(Handler handler) {
    return delegate.getTail(handler);
  }
}
