package io.tributary.provider.sdk;

import io.tributary.core.Json;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.Source;

/** Maps menstrual cycles, which are sent in the format of our API. */
record CycleMapper(SummaryMapperSupport support) {
  void map(RecordNode given) {
    RecordNode r = given.has("cycle") ? given.child("cycle") : given;
    r.requiredDate("period_start");
    Source source = support.source(given);
    try {
      support.add(Json.read(r.node(), MenstrualCycleSummary.class), source);
    } catch (IllegalArgumentException e) {
      throw new RecordNode.UnusableRecord(
          r.path(), SummaryMapperSupport.rejectionReason(e), "value_error");
    }
  }
}
