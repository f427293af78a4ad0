package io.tributary.inbound;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.InboundConfig;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.http.UnreadBody;
import io.tributary.kernel.Refusal;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;

/**
 * GET, HEAD, POST /v2/provider/{provider}/push/{secret}: where providers challenge and push. Nobody
 * without the secret part of the address learns anything, nor gets a body read.
 */
final class InboundRoutes implements Routes.Source {
  private static final String PATH = "/v2/provider/{provider}/push/{secret}";

  private final Vertx vertx;
  private final Bus bus;
  private final InboundConfig settings;

  InboundRoutes(Vertx vertx, Bus bus, InboundConfig settings) {
    this.vertx = vertx;
    this.bus = bus;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(PATH, Access.OPEN, this::bare)
        .add(HttpMethod.HEAD, PATH, Access.OPEN, 0, this::bare)
        .add(HttpMethod.POST, PATH, Access.OPEN, Routes.STREAMED, this::push);
  }

  private Future<Reply> bare(Call call) {
    return settled(named(call, Buffer.buffer()).compose(this::told));
  }

  private Future<Reply> push(Call call) {
    return settled(
            named(call, Buffer.buffer())
                .compose(
                    m ->
                        bus.ask(
                            Address.INBOUND, new InboundMessages.Known(m.provider(), m.secret())))
                .compose(known -> body(call))
                .compose(body -> named(call, body))
                .compose(this::told))
        .onComplete(done -> UnreadBody.drain(vertx, call.request()));
  }

  private Future<Reply> told(InboundMessages.Receive push) {
    return bus.<InboundMessages.Answered>ask(Address.INBOUND, push).map(InboundRoutes::reply);
  }

  /** An address that is nobody's is answered with nothing but that. */
  private static Future<Reply> settled(Future<Reply> reply) {
    return reply.recover(
        e ->
            e instanceof Refusal r && r.reason() == Refusal.Reason.NOT_FOUND
                ? Future.succeededFuture(Reply.of(404, null))
                : Future.failedFuture(e));
  }

  private static Future<InboundMessages.Receive> named(Call call, Buffer body) {
    String provider;
    String secret;
    try {
      provider = call.path("provider");
      secret = call.path("secret");
    } catch (Refusal illegible) {
      return Future.failedFuture(Refusal.notFound("address"));
    }
    HttpServerRequest request = call.request();
    return Future.succeededFuture(
        new InboundMessages.Receive(
            provider,
            secret,
            request.method().name(),
            MultiMap.caseInsensitiveMultiMap().addAll(request.headers()),
            MultiMap.caseInsensitiveMultiMap().addAll(call.parameters()),
            body));
  }

  /** The body, no longer and no later than allowed. */
  private Future<Buffer> body(Call call) {
    HttpServerRequest request = call.request();
    if ("100-continue".equalsIgnoreCase(call.header("expect"))) {
      call.response().writeContinue();
    }
    Promise<Buffer> done = Promise.promise();
    Buffer read = Buffer.buffer();
    long timer =
        vertx.setTimer(
            settings.bodyLimit().toMillis(),
            id -> done.tryFail(Refusal.invalid("the body did not come in time")));
    request.exceptionHandler(done::tryFail);
    request.endHandler(v -> done.tryComplete(read));
    request.handler(
        piece -> {
          if (read.length() + piece.length() > settings.maxBodyBytes()) {
            done.tryFail(
                new Refusal(Refusal.Reason.TOO_LARGE, "the body is larger than this call takes"));
          } else if (!done.future().isComplete()) {
            read.appendBuffer(piece);
          }
        });
    request.resume();
    return done.future().onComplete(r -> vertx.cancelTimer(timer));
  }

  private static Reply reply(InboundMessages.Answered a) {
    return Reply.of(
        a.status(),
        a.body().isEmpty()
            ? null
            : new Reply.Raw(a.contentType(), a.body().getBytes(StandardCharsets.UTF_8)));
  }
}
