package io.tributary.lab.exchange;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the exchange writes into its log, with the traces of what was thrown. */
final class LoggedWords extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.tributary");
  private final List<String> words = new CopyOnWriteArrayList<>();

  LoggedWords() {
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord entry) {
    StringBuilder out = new StringBuilder(String.valueOf(entry.getMessage()));
    for (Throwable t = entry.getThrown(); t != null; t = t.getCause()) {
      out.append(' ').append(t);
    }
    words.add(out.toString());
  }

  List<String> with(String part) {
    return words.stream().filter(w -> w.contains(part)).toList();
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
