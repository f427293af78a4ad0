package io.tributary.simulators;

import io.tributary.core.ProgramHelp;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Runs a simulator as a standalone program until it is stopped. Exit codes: 0 after SIGTERM, 1 if
 * the start or the stop fails, 2 for an invalid option.
 *
 * @param usage the text that {@code --help} prints
 * @param options parses the arguments; the message of an IllegalArgumentException is printed
 * @param exitWithStdin whether the program ends at the end of standard input
 * @param start starts the simulator on one event loop
 * @param ready text printed after {@code ready} once the simulator listens
 * @param close stops the simulator
 */
public record Program<O, S>(
    String usage,
    Function<String[], O> options,
    Predicate<O> exitWithStdin,
    BiFunction<Vertx, O, Future<S>> start,
    Function<S, String> ready,
    Function<S, Future<Void>> close) {

  public void run(String[] args) throws InterruptedException {
    Optional<String> help = ProgramHelp.answer(args, usage, Program.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    O chosen;
    try {
      chosen = options.apply(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(2));
    S simulator;
    try {
      simulator = start.apply(vertx, chosen).toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException e) {
      System.err.println("cannot start: " + e.getCause().getMessage());
      System.exit(1);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(simulator), "stop"));
    if (exitWithStdin.test(chosen)) {
      Thread.ofPlatform().daemon().name("stdin").start(Program::exitAtEndOfInput);
    }
    System.out.println("ready " + ready.apply(simulator));
    System.out.flush();
  }

  private void stop(S simulator) {
    int status = 0;
    try {
      close.apply(simulator).toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      System.err.println("shutdown failed: " + e);
      status = 1;
    }
    // By default the JVM exits with the number of the signal, but a requested stop is a success.
    Runtime.getRuntime().halt(status);
  }

  private static void exitAtEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // The input is discarded; only its end matters.
      }
    } catch (IOException e) {
      // A broken pipe counts as the end of the input.
    }
    System.exit(0);
  }
}
