package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Mobile app that pushes measurements of a watch, by the health store that it reads. */
public enum SdkClient {
  APPLE_HEALTH("apple_health_kit", "product_type", "Watch6,1"),
  HEALTH_CONNECT("health_connect", "type", "watch");

  private final String provider;
  private final String deviceField;
  private final String device;

  SdkClient(String provider, String deviceField, String device) {
    this.provider = provider;
    this.deviceField = deviceField;
    this.device = device;
  }

  /** Returns the fields of a push other than its {@code data}. */
  public ObjectNode emptyPush() {
    return Json.object()
        .put("stage", "daily")
        .put("time_zone", "Europe/Paris")
        .put("provider", provider)
        .put("is_final_chunk", true);
  }

  /**
   * Returns a push of {@code n} heart rates.
   *
   * @param at timestamp of the i-th sample as it is sent, from 0 on
   * @param value i-th value in beats per minute
   */
  public ObjectNode heartRates(int n, IntFunction<String> at, IntUnaryOperator value) {
    ObjectNode body = emptyPush();
    ArrayNode data = body.putArray("data");
    for (int i = 0; i < n; i++) {
      String then = at.apply(i);
      data.addObject()
          .put("value", value.applyAsInt(i))
          .put("unit", "bpm")
          .put("start_date", then)
          .put("end_date", then)
          .put(deviceField, device);
    }
    return body;
  }
}
