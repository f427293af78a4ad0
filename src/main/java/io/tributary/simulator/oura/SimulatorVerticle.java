package io.tributary.simulator.oura;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.util.Optional;

/** Wires the parts together and serves them from its own event loop, which guards all state. */
final class SimulatorVerticle extends VerticleBase {
  private final Options options;
  private final SimClock clock = new SimClock(Clock.systemUTC());
  private final Faults faults = new Faults();
  private final RequestLog log = new RequestLog();
  private final Subscriptions subscriptions = new Subscriptions();
  private final Grants grants;
  private final Users users;
  private final Library library;
  private final DataRoutes data;
  private WebhookSender sender;
  private Optional<StateFile> stateFile = Optional.empty();
  private HttpServer server;
  private volatile int port;

  SimulatorVerticle(Options options) {
    this.options = options;
    this.grants = new Grants(clock, options.tokenLife());
    this.users = new Users(options.days(), clock);
    this.library = new Library((int) options.heartrateSpacing().toSeconds());
    this.data = new DataRoutes(options, clock, grants, users, library);
  }

  int port() {
    return port;
  }

  @Override
  public Future<?> start() {
    return restored().compose(restored -> listen());
  }

  private Future<Void> restored() {
    if (options.state().isEmpty()) {
      grants.apps.put(options.app().clientId(), options.app());
      return Future.succeededFuture();
    }
    var path = options.state().get();
    stateFile =
        Optional.of(
            new StateFile(
                vertx,
                path,
                () -> SavedState.of(grants, users, subscriptions, library, clock.now())));
    return vertx
        .executeBlocking(() -> StateFile.read(path))
        .map(
            saved -> {
              saved.ifPresent(s -> s.restore(grants, users, subscriptions, library));
              // What the command line says about the app wins over what was saved.
              grants.apps.put(options.app().clientId(), options.app());
              return null;
            });
  }

  private Future<?> listen() {
    sender = new WebhookSender(vertx, subscriptions, grants, clock, options, this::changed);
    Router router = Router.router(vertx);
    router.route("/control/*").failureHandler(ControlRoutes::failed);
    router.route().failureHandler(Answers::failed);
    new ControlRoutes(
            options, clock, grants, users, library, faults, log, data, sender, this::changed)
        .mount(router);
    router.route().handler(this::observe);
    new OAuthRoutes(grants, users, this::changed).mount(router);
    data.mount(router);
    new WebhookRoutes(
            grants, subscriptions, sender, clock, options.subscriptionLife(), this::changed)
        .mount(router);
    router.errorHandler(404, ctx -> Answers.status(ctx, 404));
    router.errorHandler(405, ctx -> Answers.status(ctx, 405));
    return vertx
        .createHttpServer(new HttpServerOptions().setCompressionSupported(false))
        .requestHandler(router)
        .listen(options.port(), options.host())
        .onSuccess(
            listening -> {
              server = listening;
              port = listening.actualPort();
            });
  }

  @Override
  public Future<?> stop() {
    sender.close();
    return server
        .close()
        .eventually(() -> stateFile.map(StateFile::write).orElse(Future.succeededFuture()));
  }

  private void changed() {
    stateFile.ifPresent(StateFile::changed);
  }

  /** Counts the request once answered, and plays an ordered failure. */
  private void observe(RoutingContext ctx) {
    String path = ctx.normalizedPath();
    ctx.addEndHandler(done -> log.count(path, ctx.response().getStatusCode()));
    Optional<Faults.Fault> fault = faults.take(path);
    if (fault.isEmpty()) {
      ctx.next();
      return;
    }
    if (fault.get().delayMillis().orElse(0) < 1) {
      play(ctx, fault.get());
      return;
    }
    ctx.request().pause();
    vertx.setTimer(
        fault.get().delayMillis().getAsLong(),
        id -> {
          ctx.request().resume();
          play(ctx, fault.get());
        });
  }

  private void play(RoutingContext ctx, Faults.Fault fault) {
    if (fault.reset()) {
      ctx.request().connection().close();
      return;
    }
    if (fault.status().isEmpty()) {
      ctx.next();
      return;
    }
    int status = fault.status().getAsInt();
    VendorError error =
        status == 429
            ? DataRoutes.tooMany(
                data.limiter(options.app().clientId()), fault.retryAfter().orElse(1))
            : VendorError.of(status, "Injected failure");
    if (status != 429) {
      fault.retryAfter().ifPresent(s -> error.with("Retry-After", Integer.toString(s)));
    }
    ctx.fail(error);
  }
}
