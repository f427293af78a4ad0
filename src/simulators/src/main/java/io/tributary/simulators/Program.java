package io.tributary.simulators;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A simulator as a program of its own, which runs until it is told to stop. SIGTERM ends it with
 * status 0, a wrong option with 2, a failed start with 1.
 *
 * @param usage what {@code --help} prints
 * @param options reads the arguments; an IllegalArgumentException tells what is wrong with them
 * @param exitWithStdin whether the options ask for an end with the input
 * @param start starts the simulator on one event loop
 * @param ready what is printed behind {@code ready} once it listens
 * @param close stops it
 */
public record Program<O, S>(
    String usage,
    Function<String[], O> options,
    Predicate<O> exitWithStdin,
    BiFunction<Vertx, O, Future<S>> start,
    Function<S, String> ready,
    Function<S, Future<Void>> close) {

  public void run(String[] args) throws InterruptedException {
    if (List.of(args).contains("--help")) {
      System.out.println(usage);
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
      Thread.ofPlatform().daemon().name("stdin").start(Program::exitWhenInputEnds);
    }
    System.out.println("ready " + ready.apply(simulator));
    System.out.flush();
  }

  private void stop(S simulator) {
    int status = 0;
    try {
      close.apply(simulator).toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      System.err.println("stopped hard: " + e);
      status = 1;
    }
    // The JVM would report the signal's number; an ordered stop is a success.
    Runtime.getRuntime().halt(status);
  }

  private static void exitWhenInputEnds() {
    try {
      while (System.in.read() >= 0) {
        // whatever the parent says, only its end matters
      }
    } catch (IOException e) {
      // a broken pipe is an end as well
    }
    System.exit(0);
  }
}
