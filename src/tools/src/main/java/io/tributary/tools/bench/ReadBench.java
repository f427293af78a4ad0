package io.tributary.tools.bench;

import io.tributary.core.Json;
import io.tributary.core.PortReservation;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Measures GET of a user by ID through the whole request pipeline. The ceiling is a bare route that
 * selects the row by its key and sends it, on the same number of event loops.
 */
final class ReadBench implements AutoCloseable {
  private static final int USERS = 200;
  private static final int AT_ONCE = 32;
  private static final long MILLIS = 2000;

  private final BenchEnvironment environment;
  private final Vertx generator =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final Vertx plain = Vertx.vertx();
  private final HttpLoad load = new HttpLoad(generator, AT_ONCE);
  private final List<String> users = new ArrayList<>();
  private final PortReservation plainPort = PortReservation.reserve();

  ReadBench(BenchEnvironment ground) {
    this.environment = ground;
    for (int i = 0; i < USERS; i++) {
      users.add(
          ground
              .call("POST", "/v2/user", Json.object().put("client_user_id", "bench-read-" + i))
              .path("user_id")
              .asText());
    }
    plain
        .deployVerticle(
            () -> new BareReadServer(ground.connectOptions(), plainPort.port()),
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .await();
  }

  void measure(InterleavedRuns rounds) {
    rounds.compare(
        "GET /v2/user/{user_id}/s",
        () -> gets(environment.node().port(), "/v2/user/"),
        () -> gets(plainPort.port(), "/user/"));
  }

  private double gets(int port, String prefix) {
    return load.gets(
        port,
        "x-service-api-key",
        environment.apiKey(),
        MILLIS,
        n -> prefix + users.get((int) (n * 31 % USERS)));
  }

  /** Minimal server for the same request. */
  private static final class BareReadServer extends VerticleBase {
    private static final String SELECT =
        "select id, team_id, client_user_id, created_at from app_user where id = $1";

    private final PgConnectOptions connect;
    private final int port;
    private SqlClient db;

    BareReadServer(PgConnectOptions connect, int port) {
      this.connect = connect;
      this.port = port;
    }

    @Override
    public Future<?> start() {
      db =
          PgBuilder.client()
              .with(new PoolOptions().setMaxSize(2))
              .connectingTo(new PgConnectOptions(connect).setPipeliningLimit(256))
              .using(vertx)
              .build();
      Router router = Router.router(vertx);
      router.get("/user/:id").handler(this::answer);
      return vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1");
    }

    private void answer(RoutingContext ctx) {
      db.preparedQuery(SELECT)
          .execute(Tuple.of(UUID.fromString(ctx.pathParam("id"))))
          .onSuccess(
              rows -> {
                Row row = rows.iterator().next();
                ctx.response()
                    .putHeader("content-type", "application/json")
                    .end(
                        new JsonObject()
                            .put("user_id", row.getUUID(0).toString())
                            .put("team_id", row.getUUID(1).toString())
                            .put("client_user_id", row.getString(2))
                            .put("created_on", row.getOffsetDateTime(3).toString())
                            .toBuffer());
              })
          .onFailure(ctx::fail);
    }
  }

  @Override
  public void close() {
    load.close();
    generator.close().await();
    plain.close().await();
    plainPort.close();
  }
}
