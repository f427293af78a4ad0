package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * Serves the OpenAPI document with the service's own URL in it.
 *
 * <p>The route needs no authentication because the document holds no customer data. The document is
 * large and is loaded on the first request, because most nodes never serve it.
 */
public final class OpenApiRoutes implements Routes.Source {
  private static final String RESOURCE = "/openapi.json";

  private final Vertx vertx;
  private final Supplier<String> publicUrl;
  private volatile CacheableJson cached;

  /**
   * @param publicUrl URL at which clients reach the service; evaluated when the document is first
   *     loaded
   */
  public OpenApiRoutes(Vertx vertx, Supplier<String> publicUrl) {
    this.vertx = vertx;
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/openapi.json", RouteAccess.OPEN, c -> cachedDocument().map(p -> p.respond(c)));
  }

  /**
   * Builds the document on a worker thread on first use, because it takes too long for an event
   * loop.
   */
  private Future<CacheableJson> cachedDocument() {
    CacheableJson made = cached;
    return made != null
        ? Future.succeededFuture(made)
        : vertx.executeBlocking(this::loadOnce, false);
  }

  private synchronized CacheableJson loadOnce() {
    if (cached == null) {
      cached = build();
    }
    return cached;
  }

  private CacheableJson build() {
    ObjectNode own = readResource();
    ((ObjectNode) own.withArray("servers").get(0)).put("url", publicUrl.get());
    return CacheableJson.of(own);
  }

  private static ObjectNode readResource() {
    try (InputStream in = OpenApiRoutes.class.getResourceAsStream(RESOURCE)) {
      return (ObjectNode) Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
