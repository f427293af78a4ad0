package io.tributary.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the service writes into its log, with the traces of what was thrown. */
public final class LoggedWords extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.tributary");
  private final Level before = logger.getLevel();
  private final List<String> words = new CopyOnWriteArrayList<>();

  public LoggedWords() {
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord entry) {
    StringBuilder out = new StringBuilder(String.valueOf(entry.getMessage()));
    if (entry.getParameters() != null) {
      out.append(' ').append(Arrays.asList(entry.getParameters()));
    }
    for (Throwable t = entry.getThrown(); t != null; t = t.getCause()) {
      out.append(' ').append(t);
    }
    words.add(out.toString());
  }

  public List<String> with(String part) {
    return words.stream().filter(w -> w.contains(part)).toList();
  }

  /** Also what is only written when somebody asks for it. */
  public LoggedWords andDetails() {
    logger.setLevel(Level.ALL);
    return this;
  }

  public int lines() {
    return words.size();
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setLevel(before);
  }
}
