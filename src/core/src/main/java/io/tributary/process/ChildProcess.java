package io.tributary.process;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Runs a main class of this JAR as a child process that ends with this process. Thread-safe.
 *
 * <p>The child prints {@code ready} and its address once it listens, and accepts {@code
 * --exit-with-stdin}.
 */
public final class ChildProcess {
  private static final String READY = "ready ";

  private final Vertx vertx;
  private final String name;
  private final String mainClass;
  private final String maxHeap;
  private final Duration startupTimeout;
  private Process process;
  private boolean stopped;

  /**
   * @param name prefix of the name of the thread that reads the child's output
   * @param mainClass main class
   * @param maxHeap maximum heap in JVM notation, such as {@code 128m}
   * @param startupTimeout startup timeout
   */
  public ChildProcess(Vertx vertx, String name, String main, String heap, Duration startupTimeout) {
    this.vertx = vertx;
    this.name = name;
    this.mainClass = main;
    this.maxHeap = heap;
    this.startupTimeout = startupTimeout;
  }

  /** Thrown if the process did not become ready in time or ended early. */
  public static final class ProcessStartException extends Exception {
    private static final long serialVersionUID = 1;

    private ProcessStartException(String why) {
      super(why);
    }
  }

  /**
   * Starts the process and blocks until it is ready.
   *
   * @param arguments program arguments
   * @param addressParser parses the text that follows {@code ready}
   */
  public <T> T start(List<String> arguments, Function<String, T> addressParser)
      throws ProcessStartException {
    Process child;
    try {
      // Stdin stays open: its end notifies the child that this process is gone.
      child =
          new ProcessBuilder(command(arguments))
              .redirectInput(ProcessBuilder.Redirect.PIPE)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new ProcessStartException("cannot start the process: " + e.getMessage());
    }
    CompletableFuture<String> ready = new CompletableFuture<>();
    Thread.ofVirtual().name(name + "-output").start(() -> read(child, ready));
    try {
      T found = addressParser.apply(ready.get(startupTimeout.toMillis(), TimeUnit.MILLISECONDS));
      register(child);
      return found;
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      child.destroyForcibly();
      throw new ProcessStartException("does not start");
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ProcessStartException("interrupted");
    }
  }

  private List<String> command(List<String> arguments) {
    List<String> out =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + maxHeap,
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                mainClass));
    // The first argument may select one of several programs.
    out.addAll(arguments);
    out.add("--exit-with-stdin");
    return out;
  }

  /** The simulators are no part of the service; without the property they are on its class path. */
  private static String classPath() {
    String simulators = System.getProperty("tributary.simulators");
    return simulators == null
        ? System.getProperty("java.class.path")
        : Path.of(simulators, "tributary-simulators.jar")
            + File.pathSeparator
            + Path.of(simulators, "lib", "*");
  }

  private synchronized void register(Process child) {
    process = child;
    if (stopped) {
      child.destroy();
    }
  }

  /** Continues to read after the ready line, so that the child never blocks on a full pipe. */
  private static void read(Process child, CompletableFuture<String> ready) {
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(READY)) {
          ready.complete(line.substring(READY.length()).strip());
        }
      }
      ready.completeExceptionally(new IOException("ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** Returns whether the process was started and is running. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Returns the process, if it was started. */
  public synchronized Optional<Process> process() {
    return Optional.ofNullable(process);
  }

  /** Returns whether {@link #stop} was called. */
  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Stops the process, and any process that is started later. */
  public Future<?> stop() {
    Process child;
    synchronized (this) {
      stopped = true;
      child = process;
    }
    if (child == null) {
      return Future.succeededFuture();
    }
    return vertx.executeBlocking(
        () -> {
          child.destroy();
          if (!child.waitFor(5, TimeUnit.SECONDS)) {
            child.destroyForcibly();
          }
          return null;
        },
        false);
  }
}
