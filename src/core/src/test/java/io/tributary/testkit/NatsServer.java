package io.tributary.testkit;

import static io.tributary.testkit.Eventually.eventually;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A NATS server with JetStream from the Debian package, with its own port and files. */
public final class NatsServer extends BrokerServer {

  private final boolean tls;

  public NatsServer() {
    this("");
  }

  /**
   * @param more additional configuration lines
   */
  public NatsServer(String more) {
    super("tributary-nats");
    tls = more.contains("tls");
    TestResources.write(
        home.resolve("nats.conf"),
        "listen: 127.0.0.1:"
            + port
            + "\njetstream { store_dir: \""
            + home.resolve("data")
            + "\", max_mem: 16M, max_file: 64M }\nauthorization { user: "
            + USER
            + ", password: \""
            + PASSWORD
            + "\" }\n"
            + more);
    start();
  }

  @Override
  public void start() {
    Path program =
        TestResources.findProgram(
            "nats-server",
            "/usr/sbin/nats-server",
            "/usr/bin/nats-server",
            "/usr/local/bin/nats-server");
    run(new ProcessBuilder(program.toString(), "-c", home.resolve("nats.conf").toString()));
    eventually(Duration.ofSeconds(60), () -> withConnection(Connection::getStatus));
  }

  @Override
  public String uri(String password) {
    return "nats://" + USER + ":" + password + "@127.0.0.1:" + port;
  }

  /** Returns a URI with a host name, because the certificate is checked against the name. */
  public String tlsUri() {
    return "tls://" + USER + ":" + PASSWORD + "@localhost:" + port;
  }

  private interface NatsConnectionAction<T> {
    T apply(Connection connection) throws Exception;
  }

  private <T> T withConnection(NatsConnectionAction<T> work) {
    try {
      Options.Builder options =
          Options.builder()
              .server((tls ? "opentls://127.0.0.1:" : "nats://127.0.0.1:") + port)
              .userInfo(USER, PASSWORD)
              .maxReconnects(0)
              .connectionTimeout(Duration.ofSeconds(10));
      return withConnection(work, options.build());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T withConnection(NatsConnectionAction<T> work, Options options) {
    try (Connection connection = Nats.connect(options)) {
      return work.apply(connection);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Creates a stream with file storage for these subjects. */
  public void stream(String name, String subjects) {
    withConnection(
        c ->
            c.jetStreamManagement()
                .addStream(
                    StreamConfiguration.builder()
                        .name(name)
                        .subjects(subjects)
                        .storageType(StorageType.File)
                        .build()));
  }

  /** Returns all messages of a stream. */
  public List<MessageInfo> messages(String name) {
    return withConnection(
        c -> {
          JetStreamManagement m = c.jetStreamManagement();
          long last = m.getStreamInfo(name).getStreamState().getLastSequence();
          List<MessageInfo> out = new ArrayList<>();
          for (long i = 1; i <= last; i++) {
            out.add(m.getMessage(name, i));
          }
          return out;
        });
  }
}
