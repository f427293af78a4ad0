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

/**
 * A program of ours that prints {@code ready URL} once it serves. Its output is kept in a file, the
 * last lines also here for a message about a failed start.
 */
final class DemoProcess {
  private static final int KEPT = 20;
  private static final String READY = "ready ";

  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final ArrayDeque<String> last = new ArrayDeque<>();
  private final String name;

  private DemoProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    Thread.ofVirtual().start(() -> follow(log));
  }

  /** Starts it; standard input is a pipe that ends with this process. */
  static DemoProcess start(String name, List<String> command, Map<String, String> env, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(env);
    try {
      return new DemoProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  /** The address it serves on, as soon as it does. */
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

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** SIGTERM and, if that takes too long, SIGKILL. */
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
        if (line.startsWith(READY)) {
          ready.complete(line.substring(READY.length()).strip());
        }
      }
    } catch (IOException e) {
      keep(String.valueOf(e.getMessage()));
    }
    ready.completeExceptionally(new IllegalStateException(name + " ended"));
  }

  private synchronized void keep(String line) {
    if (last.size() == KEPT) {
      last.removeFirst();
    }
    last.addLast(line);
  }

  private synchronized String tail() {
    return String.join("\n", last);
  }
}
