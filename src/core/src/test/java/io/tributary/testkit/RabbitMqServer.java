package io.tributary.testkit;

import static io.tributary.testkit.Eventually.eventually;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A RabbitMQ server from the Debian package with its own ports, files, cookie and name server,
 * isolated from the machine's installation.
 */
public final class RabbitMqServer extends BrokerServer {
  private static final Duration START = Duration.ofSeconds(120);

  private final int distPort = TestResources.port();
  private final int namesPort = TestResources.port();
  private final Process names;

  public RabbitMqServer() {
    this("");
  }

  /**
   * @param more additional configuration lines
   */
  public RabbitMqServer(String more) {
    super("tributary-rabbitmq");
    TestResources.write(home.resolve("env.conf"), "");
    TestResources.write(home.resolve("plugins"), "[].\n");
    TestResources.write(
        home.resolve("rabbitmq.conf"),
        "listeners.tcp.1 = 127.0.0.1:"
            + port
            + "\ndefault_user = "
            + USER
            + "\ndefault_pass = "
            + PASSWORD
            + "\ndisk_free_limit.absolute = 1MB\n"
            + more);
    Path epmd = TestResources.findProgram("erlang-base", "/usr/bin/epmd", "/usr/local/bin/epmd");
    names =
        TestResources.start(
            new ProcessBuilder(
                epmd.toString(), "-port", Integer.toString(namesPort), "-address", "127.0.0.1"),
            home.resolve("epmd.log"));
    start();
  }

  @Override
  public void start() {
    Path program =
        TestResources.findProgram(
            "rabbitmq-server",
            // The program on the PATH requires root and switches to another user.
            "/usr/lib/rabbitmq/bin/rabbitmq-server");
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    Map<String, String> env = builder.environment();
    env.keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
    env.put("HOME", home.toString());
    env.put("ERL_EPMD_PORT", Integer.toString(namesPort));
    env.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    env.put("RABBITMQ_NODENAME", "test" + port + "@localhost");
    env.put("RABBITMQ_DIST_PORT", Integer.toString(distPort));
    env.put("RABBITMQ_MNESIA_BASE", home.resolve("mnesia").toString());
    env.put("RABBITMQ_LOG_BASE", home.resolve("log").toString());
    env.put("RABBITMQ_PID_FILE", home.resolve("pid").toString());
    env.put("RABBITMQ_CONF_ENV_FILE", home.resolve("env.conf").toString());
    env.put("RABBITMQ_CONFIG_FILE", home.resolve("rabbitmq").toString());
    env.put("RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve("plugins").toString());
    env.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 1:1 +sbwt none");
    run(builder);
    eventually(START, () -> queue(c -> null));
  }

  /** Returns a URI with a host name, because the certificate is checked against the name. */
  public String tlsUri(int tlsPort) {
    return "amqps://" + USER + ":" + PASSWORD + "@localhost:" + tlsPort;
  }

  @Override
  public String uri(String password) {
    return "amqp://" + USER + ":" + password + "@127.0.0.1:" + port;
  }

  /** Work with a channel. */
  public interface ChannelAction<T> {
    T apply(Channel channel) throws IOException;
  }

  public <T> T queue(ChannelAction<T> work) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUsername(USER);
    factory.setPassword(PASSWORD);
    factory.setHost("127.0.0.1");
    factory.setPort(port);
    try (Connection connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      return work.apply(channel);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Declares a durable exchange and a durable queue of the same name for these routing keys. */
  public void declare(String name, String routingKeys) {
    queue(
        c -> {
          c.exchangeDeclare(name, "topic", true);
          c.queueDeclare(name, true, false, false, null);
          return c.queueBind(name, name, routingKeys);
        });
  }

  /** Removes and returns all messages of a queue. */
  public List<GetResponse> drain(String name) {
    return queue(
        c -> {
          List<GetResponse> out = new ArrayList<>();
          for (GetResponse r = c.basicGet(name, true); r != null; r = c.basicGet(name, true)) {
            out.add(r);
          }
          return out;
        });
  }

  public int depth(String name) {
    return queue(c -> (int) c.messageCount(name));
  }

  @Override
  public void close() {
    kill();
    TestResources.kill(names);
    super.close();
  }
}
