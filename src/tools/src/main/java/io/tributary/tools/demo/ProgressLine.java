package io.tributary.tools.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Progress line of the demo: rewritten in place on a terminal, otherwise a new line every five
 * seconds.
 */
final class ProgressLine implements AutoCloseable {
  private static final Duration TERMINAL_PACE = Duration.ofMillis(200);
  private static final Duration PLAIN_PACE = Duration.ofSeconds(5);
  private static final int BAR = 20;

  private final PrintStream out;
  private final boolean terminal;
  private final ExpectedEvents expectedEvents;
  private final long start = System.nanoTime();
  private final Thread printer;

  volatile String phase = "starting";
  volatile String note = "";
  volatile int users;
  volatile int linked;
  volatile int pulls;
  volatile int pullsDone;

  ProgressLine(PrintStream out, boolean terminal, ExpectedEvents ledger) {
    this.out = out;
    this.terminal = terminal;
    this.expectedEvents = ledger;
    this.printer = Thread.ofVirtual().start(this::print);
  }

  void phase(String name) {
    phase = name;
    note = "";
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Prints a line of its own. */
  synchronized void printMessage(String line) {
    out.print(terminal ? "\r\033[K" + line + "\n" : line + "\n");
    out.flush();
  }

  private void print() {
    try {
      while (true) {
        show();
        Thread.sleep(terminal ? TERMINAL_PACE : PLAIN_PACE);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized void show() {
    out.print(terminal ? "\r\033[K" + line() : line() + "\n");
    out.flush();
  }

  private String line() {
    int expected = expectedEvents.expected();
    int came = expectedEvents.receivedCount();
    int filled = expected == 0 ? 0 : (int) ((long) BAR * came / expected);
    Duration t = elapsed();
    return String.format(
        Locale.ROOT,
        "[%s%s] %s  linked %d/%d  pulls %d/%d  events %d/%d  %d:%02d%s",
        "#".repeat(filled),
        ".".repeat(BAR - filled),
        phase,
        linked,
        users,
        pullsDone,
        pulls,
        came,
        expected,
        t.toMinutes(),
        t.toSecondsPart(),
        note.isEmpty() ? "" : "  " + note);
  }

  @Override
  public void close() {
    printer.interrupt();
    try {
      printer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    show();
    if (terminal) {
      out.println();
    }
  }
}
