package io.tributary.testkit;

import java.nio.file.Path;

/** A message broker as a child process with its own port and files. */
abstract class BrokerServer implements AutoCloseable {
  static final String USER = "trib";
  static final String PASSWORD = "not-so-secret";

  final Path home;
  final int port = TestResources.port();
  private Process server;

  BrokerServer(String name) {
    home = TestResources.directory(name);
  }

  /** Starts the broker, also after {@link #kill}, and returns when it accepts connections. */
  public abstract void start();

  final void run(ProcessBuilder program) {
    server = TestResources.start(program, home.resolve("out.log"));
  }

  /** Kills the process, as a crash would. */
  public final void kill() {
    TestResources.kill(server);
  }

  public final void freeze() {
    TestResources.signal(server, "STOP");
  }

  public final void thaw() {
    TestResources.signal(server, "CONT");
  }

  public final int port() {
    return port;
  }

  /** Returns the URI as a customer would configure it. */
  public final String uri() {
    return uri(PASSWORD);
  }

  public abstract String uri(String password);

  @Override
  public void close() {
    kill();
    TestResources.delete(home);
  }
}
