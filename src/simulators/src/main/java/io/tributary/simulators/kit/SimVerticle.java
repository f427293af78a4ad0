package io.tributary.simulators.kit;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Wires the parts together and serves them from its own event loop, which guards all state. */
final class SimVerticle extends VerticleBase {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final SimVendor vendor;
  private final SimOptions options;
  private SimWorld world;
  private Optional<StateFile> stateFile = Optional.empty();
  private HttpServer server;
  private volatile int port;

  SimVerticle(SimVendor vendor, SimOptions options) {
    this.vendor = vendor;
    this.options = options;
  }

  int port() {
    return port;
  }

  SimWorld world() {
    return world;
  }

  Context home() {
    return context;
  }

  @Override
  public void init(Vertx vertx, Context context) {
    super.init(vertx, context);
    world = build();
  }

  private SimWorld build() {
    var clock = new SimClock(Clock.systemUTC());
    var people = new People(options.days(), vendor.personPrefix(), clock, options.traits());
    OAuthSimRules rules = options.oauth(vendor.oauth().orElseGet(OAuthSimRules::standard));
    var grants = new OAuthGrantStore(clock, rules, people);
    var faults = new FaultInjection(System::currentTimeMillis);
    var hooks = new WebhookSubscriptions();
    PushRules pushes =
        options.pushes(
            vendor
                .pushes()
                .orElseGet(
                    () ->
                        new PushRules(
                            List.of(),
                            Duration.ofSeconds(10),
                            Duration.ofDays(1),
                            Set.of(),
                            false,
                            PushRules.unsigned())));
    return new SimWorld(
        vertx,
        vendor,
        options,
        clock,
        people,
        grants,
        new PasswordSim(clock, people, vendor.passwords()),
        faults,
        new ScriptEnds(vertx),
        new RateQuotas(options.plan(vendor.limits()), grants::usersOf, System::currentTimeMillis),
        hooks,
        new PushSender(vertx, pushes, hooks, clock, faults, this::changed),
        new RequestLog(),
        () -> "http://" + options.host() + ":" + port,
        this::changed);
  }

  @Override
  public Future<?> start() {
    return restored().compose(restored -> listen());
  }

  private Future<Void> restored() {
    if (options.state().isEmpty()) {
      world.grants().apps.put(options.app().clientId(), options.app());
      return Future.succeededFuture();
    }
    var path = options.state().get();
    stateFile = Optional.of(new StateFile(vertx, path, () -> SimState.of(world)));
    return vertx
        .executeBlocking(() -> StateFile.read(path))
        .map(
            saved -> {
              saved.ifPresent(s -> SimState.restore(s, world));
              // What the command line says about the app wins over what was saved.
              world.grants().apps.put(options.app().clientId(), options.app());
              return null;
            });
  }

  private Future<?> listen() {
    Router router = Router.router(vertx);
    new ControlRoutes(world).mount(router);
    router.route().failureHandler(ctx -> SimResponses.failed(ctx, vendor));
    router.route().handler(this::observe);
    vendor
        .oauth()
        .map(options::oauth)
        .ifPresent(
            rules ->
                new OAuthSim(vendor.slug(), rules, world.grants(), world.people(), this::changed)
                    .mount(router));
    vendor.mount(router, world);
    router.errorHandler(404, ctx -> SimResponses.status(ctx, vendor, 404));
    router.errorHandler(405, ctx -> SimResponses.status(ctx, vendor, 405));
    options.script().ifPresent(s -> FaultScript.named(s).start(new JsonObject(), world));
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
    world.sender().close();
    world.faults().clear();
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
    String counted = vendor.countedPath(path);
    ctx.addEndHandler(
        done ->
            world
                .log()
                .count(counted, ctx.response().ended() ? ctx.response().getStatusCode() : 0));
    if (!world.clock().skew().isZero()) {
      ctx.response().putHeader("Date", HTTP_DATE.format(world.clock().stamp()));
    }
    String owner = SimWorld.bearer(ctx).flatMap(world.grants()::ownerOf).orElse("");
    Optional<FaultInjection.Hit> hit = world.faults().take(path, owner);
    if (hit.isEmpty()) {
      ctx.next();
    } else if (hit.get().delay().toMillis() < 1) {
      play(ctx, hit.get(), owner);
    } else {
      ctx.request().pause();
      vertx.setTimer(
          hit.get().delay().toMillis(),
          id -> {
            ctx.request().resume();
            play(ctx, hit.get(), owner);
          });
    }
  }

  private void play(RoutingContext ctx, FaultInjection.Hit hit, String owner) {
    switch (hit.harm()) {
      case FaultInjection.Harm.None none -> ctx.next();
      case FaultInjection.Harm.Reset reset -> ctx.request().connection().close();
      case FaultInjection.Harm.Hang hang -> {
        ctx.request().pause();
        Runnable release =
            world
                .faults()
                .hold(
                    hit,
                    () -> {
                      if (!ctx.response().closed()) {
                        ctx.request().resume();
                        ctx.next();
                      }
                    });
        world
            .faults()
            .lasts(hit)
            .ifPresent(l -> vertx.setTimer(Math.max(1, l.toMillis()), id -> release.run()));
      }
      case FaultInjection.Harm.Status status -> ctx.fail(refusal(ctx, status, owner));
      case FaultInjection.Harm.Lost lost -> damaged(ctx, lost);
      case FaultInjection.Harm.Truncate cut -> damaged(ctx, cut);
      case FaultInjection.Harm.Trickle slow -> damaged(ctx, slow);
      case FaultInjection.Harm.Garbage garbage -> damaged(ctx, garbage);
    }
  }

  private static void damaged(RoutingContext ctx, FaultInjection.Harm harm) {
    ctx.put(SimResponses.HARM, harm);
    ctx.next();
  }

  private RuntimeException refusal(
      RoutingContext ctx, FaultInjection.Harm.Status ordered, String owner) {
    int status = ordered.statuses().getFirst();
    if (status != 429) {
      return SimError.ordered(vendor, status, ordered.retryAfter());
    }
    String app =
        SimWorld.bearer(ctx)
            .flatMap(world.grants()::allowed)
            .map(OAuthGrantStore.Grant::clientId)
            .orElse(options.app().clientId());
    int wait = ordered.retryAfter().orElse(1);
    return new SimRejection(new SimError.TooMany(world.quotas().ordered(app, owner, wait)));
  }
}
