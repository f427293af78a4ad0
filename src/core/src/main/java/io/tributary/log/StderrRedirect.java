package io.tributary.log;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;

/**
 * Turns text that libraries print to stderr into log lines, so that every output line is a JSON
 * object.
 */
final class StderrRedirect extends OutputStream {
  private static final System.Logger LOG = System.getLogger("stderr");

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  @Override
  public synchronized void write(int b) {
    if (b != '\n') {
      line.write(b);
      return;
    }
    String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
    line.reset();
    if (!text.isEmpty()) {
      LOG.log(Level.WARNING, text);
    }
  }
}
