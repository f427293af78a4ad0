package io.tributary.tools.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Progress display of the demo: a line when a phase starts and one when it ends. In between, the
 * line is rewritten in place on a terminal; otherwise a new line follows every five seconds.
 */
final class ProgressLine implements AutoCloseable {
  private static final Duration TERMINAL_PACE = Duration.ofMillis(200);
  private static final Duration PLAIN_PACE = Duration.ofSeconds(5);
  private static final int BAR = 20;

  /** Phase with a counter; without one, {@code total} is 0. */
  private record Phase(
      int number,
      String name,
      Instant startedAt,
      IntSupplier done,
      IntSupplier total,
      Supplier<String> note) {}

  private final PrintStream out;
  private final boolean terminal;
  private final int phases;
  private final Instant startedAt;
  private final Thread printer;
  private int started;
  private Phase phase;

  /**
   * @param phases number of phases, for display
   * @param startedAt time from which the elapsed time is counted
   */
  ProgressLine(PrintStream out, boolean terminal, int phases, Instant startedAt) {
    this.out = out;
    this.terminal = terminal;
    this.phases = phases;
    this.startedAt = startedAt;
    this.printer = Thread.ofVirtual().start(this::print);
  }

  /** Ends the current phase and starts one without a counter. */
  void start(String name, Supplier<String> note) {
    start(name, () -> 0, () -> 0, note);
  }

  /** Ends the current phase and starts one with a counter. */
  void start(String name, IntSupplier done, IntSupplier total) {
    start(name, done, total, () -> "");
  }

  /** Ends the current phase and starts one with a counter and a note, which may be empty. */
  synchronized void start(String name, IntSupplier done, IntSupplier total, Supplier<String> note) {
    end();
    phase = new Phase(++started, name, Instant.now(), done, total, note);
    show();
  }

  Duration elapsed() {
    return Duration.between(startedAt, Instant.now());
  }

  /** Prints a line of its own. */
  synchronized void printMessage(String line) {
    out.print(terminal ? "\r\033[K" + line + "\n" : line + "\n");
    out.flush();
  }

  private void print() {
    try {
      while (true) {
        Thread.sleep(terminal ? TERMINAL_PACE : PLAIN_PACE);
        show();
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized void show() {
    if (phase == null) {
      return;
    }
    String note = phase.note().get();
    String line = line() + (note.isEmpty() ? "" : "  " + note);
    out.print(terminal ? "\r\033[K" + line : line + "\n");
    out.flush();
  }

  /** Ends the current phase. */
  synchronized void end() {
    if (phase == null) {
      return;
    }
    double seconds = Duration.between(phase.startedAt(), Instant.now()).toMillis() / 1000.0;
    printMessage(line() + String.format(Locale.ROOT, "  done in %.1f s", seconds));
    phase = null;
  }

  private String line() {
    Duration t = elapsed();
    String text =
        String.format(
            Locale.ROOT,
            "[%d/%d] %d:%02d  %s",
            phase.number(),
            phases,
            t.toMinutes(),
            t.toSecondsPart(),
            phase.name());
    int total = phase.total().getAsInt();
    if (total == 0) {
      return text;
    }
    int done = Math.min(phase.done().getAsInt(), total);
    int filled = (int) ((long) BAR * done / total);
    String bar = terminal ? "  [" + "#".repeat(filled) + ".".repeat(BAR - filled) + "]" : "";
    return text + bar + "  " + done + "/" + total;
  }

  @Override
  public void close() {
    printer.interrupt();
    try {
      printer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (terminal) {
      out.print("\r\033[K");
      out.flush();
    }
  }
}
