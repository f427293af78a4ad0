package io.tributary.tools.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Child process that prints {@code ready URL} once it is ready. Its output goes to a file; the last
 * lines are kept for an error message if the start fails.
 */
final class DemoProcess {
  private static final int MAX_KEPT_LINES = 20;
  private static final String SEVERE_MARK = " level=SEVERE ";
  private static final String READY_PREFIX = "ready ";

  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final ArrayDeque<String> lastLines = new ArrayDeque<>();
  private final AtomicInteger severeLines = new AtomicInteger();
  private final String name;

  private DemoProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    Thread.ofVirtual().start(() -> follow(log));
  }

  /** Starts the process; its standard input is a pipe that ends with this process. */
  static DemoProcess start(String name, List<String> command, Map<String, String> env, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(env);
    try {
      return new DemoProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  /** Returns the URL as soon as the process is ready. */
  String awaitReady(Duration limit) {
    try {
      return ready.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.destroyForcibly();
      throw new IllegalStateException(name + " did not start:\n" + tail(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Kills the process with SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Sends SIGTERM and, after the limit, SIGKILL. */
  void stop(Duration limit) {
    process.destroy();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  private void follow(Path log) {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
        PrintStream out =
            new PrintStream(
                new java.io.FileOutputStream(log.toFile(), true), true, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(line);
        keep(line);
        if (line.contains(SEVERE_MARK)) {
          severeLines.incrementAndGet();
        }
        if (line.startsWith(READY_PREFIX)) {
          ready.complete(line.substring(READY_PREFIX.length()).strip());
        }
      }
    } catch (IOException e) {
      keep(String.valueOf(e.getMessage()));
    }
    ready.completeExceptionally(new IllegalStateException(name + " ended"));
  }

  private synchronized void keep(String line) {
    if (lastLines.size() == MAX_KEPT_LINES) {
      lastLines.removeFirst();
    }
    lastLines.addLast(line);
  }

  /** Returns the last line of the output; empty if there is none. */
  synchronized String lastLine() {
    return lastLines.isEmpty() ? "" : lastLines.getLast();
  }

  /** Returns the number of log lines of level SEVERE. */
  int severeLines() {
    return severeLines.get();
  }

  private synchronized String tail() {
    return String.join("\n", lastLines);
  }
}
