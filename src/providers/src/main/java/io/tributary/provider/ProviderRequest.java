package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Single request to a provider, built step by step. Holds tokens and must never be logged.
 *
 * @param url absolute URL without a query
 * @param query parameters in sending order
 */
public record ProviderRequest(
    HttpMethod method,
    String url,
    Map<String, String> query,
    Map<String, String> headers,
    Body body) {

  /** Body of the request. */
  public sealed interface Body {
    record None() implements Body {}

    record Form(Map<String, String> fields) implements Body {
      public Form {
        fields = Map.copyOf(fields);
      }
    }

    record JsonText(JsonNode json) implements Body {}
  }

  public ProviderRequest {
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    headers = Map.copyOf(headers);
  }

  public static ProviderRequest get(String url) {
    return of(HttpMethod.GET, url);
  }

  public static ProviderRequest post(String url) {
    return of(HttpMethod.POST, url);
  }

  public static ProviderRequest put(String url) {
    return of(HttpMethod.PUT, url);
  }

  public static ProviderRequest patch(String url) {
    return of(HttpMethod.PATCH, url);
  }

  public static ProviderRequest delete(String url) {
    return of(HttpMethod.DELETE, url);
  }

  private static ProviderRequest of(HttpMethod method, String url) {
    return new ProviderRequest(method, url, Map.of(), Map.of(), new Body.None());
  }

  public ProviderRequest query(Map<String, String> parameters) {
    return new ProviderRequest(method, url, parameters, headers, body);
  }

  public ProviderRequest header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new ProviderRequest(method, url, query, more, body);
  }

  public ProviderRequest bearer(String token) {
    return header("Authorization", "Bearer " + token);
  }

  /** Adds HTTP basic authentication (RFC 7617) in UTF-8. */
  public ProviderRequest basic(String user, String secret) {
    byte[] pair = (user + ":" + secret).getBytes(StandardCharsets.UTF_8);
    return header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
  }

  public ProviderRequest form(Map<String, String> fields) {
    return new ProviderRequest(method, url, query, headers, new Body.Form(fields));
  }

  public ProviderRequest json(JsonNode json) {
    return new ProviderRequest(method, url, query, headers, new Body.JsonText(json));
  }

  @Override
  public String toString() {
    return "ProviderRequest[" + method + ", ***]";
  }
}
