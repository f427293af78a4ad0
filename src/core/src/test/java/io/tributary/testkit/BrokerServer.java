package io.tributary.testkit;

import java.nio.file.Path;

/** A broker as a process of a test's own, with a port and files of its own. */
abstract class BrokerServer implements AutoCloseable {
  static final String USER = "trib";
  static final String PASSWORD = "not-so-secret";

  final Path home;
  final int port = Scratch.port();
  private Process server;

  BrokerServer(String name) {
    home = Scratch.directory(name);
  }

  /** Starts it, the first time or after {@link #kill}; returns when it serves. */
  public abstract void start();

  final void run(ProcessBuilder program) {
    server = Scratch.start(program, home.resolve("out.log"));
  }

  /** Ends it as a crash would. */
  public final void kill() {
    Scratch.kill(server);
  }

  public final void freeze() {
    Scratch.signal(server, "STOP");
  }

  public final void thaw() {
    Scratch.signal(server, "CONT");
  }

  public final int port() {
    return port;
  }

  /** As a customer would give it. */
  public final String uri() {
    return uri(PASSWORD);
  }

  public abstract String uri(String password);

  @Override
  public void close() {
    kill();
    Scratch.delete(home);
  }
}
