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
 * A RabbitMQ server of a test's own, from Debian's package: own ports, files, cookie and name
 * server, nothing of the machine's.
 */
public final class RabbitMqServer extends BrokerServer {
  private static final Duration START = Duration.ofSeconds(120);

  private final int distPort = Scratch.port();
  private final int namesPort = Scratch.port();
  private final Process names;

  public RabbitMqServer() {
    this("");
  }

  /**
   * @param more lines of its configuration
   */
  public RabbitMqServer(String more) {
    super("tributary-rabbitmq");
    Scratch.write(home.resolve("env.conf"), "");
    Scratch.write(home.resolve("plugins"), "[].\n");
    Scratch.write(
        home.resolve("rabbitmq.conf"),
        "listeners.tcp.1 = 127.0.0.1:"
            + port
            + "\ndefault_user = "
            + USER
            + "\ndefault_pass = "
            + PASSWORD
            + "\ndisk_free_limit.absolute = 1MB\n"
            + more);
    Path epmd = Scratch.program("erlang-base", "/usr/bin/epmd", "/usr/local/bin/epmd");
    names =
        Scratch.start(
            new ProcessBuilder(
                epmd.toString(), "-port", Integer.toString(namesPort), "-address", "127.0.0.1"),
            home.resolve("epmd.log"));
    start();
  }

  @Override
  public void start() {
    Path program =
        Scratch.program(
            "rabbitmq-server",
            // Not the one on the path, which wants to be root and to become another user.
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

  /** By name, so that it is the name that a certificate must be for. */
  public String tlsUri(int tlsPort) {
    return "amqps://" + USER + ":" + PASSWORD + "@localhost:" + tlsPort;
  }

  @Override
  public String uri(String password) {
    return "amqp://" + USER + ":" + password + "@127.0.0.1:" + port;
  }

  /** A message as a consumer gets it. */
  public interface Work<T> {
    T on(Channel channel) throws IOException;
  }

  public <T> T queue(Work<T> work) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUsername(USER);
    factory.setPassword(PASSWORD);
    factory.setHost("127.0.0.1");
    factory.setPort(port);
    try (Connection connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      return work.on(channel);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A durable exchange with a durable queue of the same name for these routing keys. */
  public void declare(String name, String routingKeys) {
    queue(
        c -> {
          c.exchangeDeclare(name, "topic", true);
          c.queueDeclare(name, true, false, false, null);
          return c.queueBind(name, name, routingKeys);
        });
  }

  /** Takes everything out of a queue. */
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
    Scratch.kill(names);
    super.close();
  }
}
