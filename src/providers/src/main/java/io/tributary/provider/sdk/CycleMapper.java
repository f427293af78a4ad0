package io.tributary.provider.sdk;

import io.tributary.core.Json;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.Source;

/** Maps menstrual cycles, which are sent in the format of our API. */
record CycleMapper(SummaryMapperSupport inner) {
  void map(RecordNode given) {
    RecordNode r = given.has("cycle") ? given.inner("cycle") : given;
    r.requiredDate("period_start");
    Source source = inner.source(given);
    try {
      inner.add(Json.read(r.node(), MenstrualCycleSummary.class), source);
    } catch (IllegalArgumentException e) {
      throw new RecordNode.Unusable(r.path(), SummaryMapperSupport.reason(e), "value_error");
    }
  }
}
