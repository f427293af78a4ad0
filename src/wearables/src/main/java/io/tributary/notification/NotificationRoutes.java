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
        .get(PATH, RouteAccess.OPEN, this::challenge)
        .add(HttpMethod.HEAD, PATH, RouteAccess.OPEN, 0, this::challenge)
        .add(HttpMethod.POST, PATH, RouteAccess.OPEN, Routes.STREAMED, this::push);
  }

  private Future<Response> challenge(RequestContext call) {
    return hideUnknownAddress(toCommand(call, Buffer.buffer()).compose(this::send));
  }

  private Future<Response> push(RequestContext call) {
    return hideUnknownAddress(
            toCommand(call, Buffer.buffer())
                .compose(
                    m ->
                        bus.request(
                            Address.INBOUND,
                            new NotificationCommand.CheckAddress(m.provider(), m.secret())))
                .compose(known -> readBody(call))
                .compose(body -> toCommand(call, body))
                .compose(this::send))
        .onComplete(done -> BodyDrain.drain(vertx, call.request()));
  }

  private Future<Response> send(NotificationCommand.Receive push) {
    return bus.<NotificationCommand.PushResponse>request(Address.INBOUND, push)
        .map(NotificationRoutes::reply);
  }

  /** Answers an unknown address with 404 and no body. */
  private static Future<Response> hideUnknownAddress(Future<Response> reply) {
    return reply.recover(
        e ->
            e instanceof ServiceException r && r.reason() == ServiceException.Reason.NOT_FOUND
                ? Future.succeededFuture(Response.of(404, null))
                : Future.failedFuture(e));
  }

  private static Future<NotificationCommand.Receive> toCommand(RequestContext call, Buffer body) {
    String provider;
    String secret;
    try {
      provider = call.pathParameter("provider");
      secret = call.pathParameter("secret");
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
  private Future<Buffer> readBody(RequestContext call) {
    HttpServerRequest request = call.request();
    if ("100-continue".equalsIgnoreCase(call.header("expect"))) {
      call.response().writeContinue();
    }
    Promise<Buffer> done = Promise.promise();
    Buffer read = Buffer.buffer();
    long timer =
        vertx.setTimer(
            settings.bodyTimeout().toMillis(),
            id -> done.tryFail(ServiceException.badRequest("the body was not received in time")));
    request.exceptionHandler(done::tryFail);
    request.endHandler(v -> done.tryComplete(read));
    request.handler(
        piece -> {
          if (read.length() + piece.length() > settings.maxBodyBytes()) {
            done.tryFail(
                new ServiceException(
                    ServiceException.Reason.TOO_LARGE, "the body is too large for this endpoint"));
          } else if (!done.future().isComplete()) {
            read.appendBuffer(piece);
          }
        });
    request.resume();
    return done.future().onComplete(r -> vertx.cancelTimer(timer));
  }

  private static Response reply(NotificationCommand.PushResponse a) {
    return Response.of(
        a.status(),
        a.body().isEmpty()
            ? null
            : new Response.Raw(a.contentType(), a.body().getBytes(StandardCharsets.UTF_8)));
  }
}
