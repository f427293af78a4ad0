package io.tributary.log;

import io.tributary.core.SafeErrorMessage;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/** Wraps another formatter and removes quoted data from exceptions. */
final class RedactingFormatter extends Formatter {
  private final Formatter form;

  RedactingFormatter(Formatter form) {
    this.form = form;
  }

  @Override
  public String format(LogRecord line) {
    Throwable thrown = line.getThrown();
    if (thrown == null) {
      return form.format(line);
    }
    line.setThrown(SafeErrorMessage.quoteless(thrown));
    try {
      return form.format(line);
    } finally {
      line.setThrown(thrown);
    }
  }

  @Override
  public String getHead(Handler handler) {
    return form.getHead(handler);
  }

  @Override
  public String getTail(Handler handler) {
    return form.getTail(handler);
  }
}
