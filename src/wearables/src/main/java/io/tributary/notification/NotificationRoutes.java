package io.tributary.notification;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.NotificationConfig;
import io.tributary.core.ServiceException;
import io.tributary.http.BodyDrain;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;

/**
 * Route on which providers send notifications and challenges: GET, HEAD and POST
 * /v2/provider/{provider}/push/{secret}. A request without a valid secret gets a 404, and its body
 * is not read.
 */
final class NotificationRoutes implements Routes.Source {
  private static final String PATH = "/v2/provider/{provider}/push/{secret}";

  private final Vertx vertx;
  private final Bus bus;
  private final NotificationConfig settings;

  NotificationRoutes(Vertx vertx, Bus bus, NotificationConfig settings) {
    this.vertx = vertx;
    this.bus = bus;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(PATH, RouteAccess.OPEN, this::bare)
        .add(HttpMethod.HEAD, PATH, RouteAccess.OPEN, 0, this::bare)
        .add(HttpMethod.POST, PATH, RouteAccess.OPEN, Routes.STREAMED, this::push);
  }

  private Future<Response> bare(RequestContext call) {
    return settled(named(call, Buffer.buffer()).compose(this::told));
  }

  private Future<Response> push(RequestContext call) {
    return settled(
            named(call, Buffer.buffer())
                .compose(
                    m ->
                        bus.ask(
                            Address.INBOUND,
                            new NotificationCommand.Known(m.provider(), m.secret())))
                .compose(known -> body(call))
                .compose(body -> named(call, body))
                .compose(this::told))
        .onComplete(done -> BodyDrain.drain(vertx, call.request()));
  }

  private Future<Response> told(NotificationCommand.Receive push) {
    return bus.<NotificationCommand.Answered>ask(Address.INBOUND, push)
        .map(NotificationRoutes::reply);
  }

  /** Answers an unknown address with 404 and no body. */
  private static Future<Response> settled(Future<Response> reply) {
    return reply.recover(
        e ->
            e instanceof ServiceException r && r.reason() == ServiceException.Reason.NOT_FOUND
                ? Future.succeededFuture(Response.of(404, null))
                : Future.failedFuture(e));
  }

  private static Future<NotificationCommand.Receive> named(RequestContext call, Buffer body) {
    String provider;
    String secret;
    try {
      provider = call.path("provider");
      secret = call.path("secret");
    } catch (ServiceException illegible) {
      return Future.failedFuture(ServiceException.notFound("address"));
    }
    HttpServerRequest request = call.request();
    return Future.succeededFuture(
        new NotificationCommand.Receive(
            provider,
            secret,
            request.method().name(),
            MultiMap.caseInsensitiveMultiMap().addAll(request.headers()),
            MultiMap.caseInsensitiveMultiMap().addAll(call.parameters()),
            body));
  }

  /** Reads the body within the size and time limits. */
  private Future<Buffer> body(RequestContext call) {
    HttpServerRequest request = call.request();
    if ("100-continue".equalsIgnoreCase(call.header("expect"))) {
      call.response().writeContinue();
    }
    Promise<Buffer> done = Promise.promise();
    Buffer read = Buffer.buffer();
    long timer =
        vertx.setTimer(
            settings.bodyLimit().toMillis(),
            id -> done.tryFail(ServiceException.invalid("the body did not come in time")));
    request.exceptionHandler(done::tryFail);
    request.endHandler(v -> done.tryComplete(read));
    request.handler(
        piece -> {
          if (read.length() + piece.length() > settings.maxBodyBytes()) {
            done.tryFail(
                new ServiceException(
                    ServiceException.Reason.TOO_LARGE, "the body is larger than this call takes"));
          } else if (!done.future().isComplete()) {
            read.appendBuffer(piece);
          }
        });
    request.resume();
    return done.future().onComplete(r -> vertx.cancelTimer(timer));
  }

  private static Response reply(NotificationCommand.Answered a) {
    return Response.of(
        a.status(),
        a.body().isEmpty()
            ? null
            : new Response.Raw(a.contentType(), a.body().getBytes(StandardCharsets.UTF_8)));
  }
}
