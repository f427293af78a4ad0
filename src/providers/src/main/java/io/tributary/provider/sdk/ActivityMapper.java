package io.tributary.provider.sdk;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.Units;
import java.time.LocalDate;
import java.time.ZoneId;

/** Maps daily activity: the phone's own sums and, if sent, the underlying samples. */
record ActivityMapper(SummaryMapperSupport support) {
  void map(RecordNode r) {
    int index = SummaryMapperSupport.index(r);
    if (r.has("day_summary") || r.has("calendar_date")) {
      day(r.has("day_summary") ? r.child("day_summary") : r, r);
    }
    support.samples(r, "active_energy_burned", Resource.CALORIES_ACTIVE, index);
    support.samples(r, "basal_energy_burned", Resource.CALORIES_BASAL, index);
    support.samples(r, "steps", Resource.STEPS, index);
    support.samples(r, "floors_climbed", Resource.FLOORS_CLIMBED, index);
    support.samples(r, "distance_walking_running", Resource.DISTANCE, index);
    support.samples(r, "vo2_max", Resource.VO2_MAX, index);
  }

  private void day(RecordNode d, RecordNode outer) {
    LocalDate day = d.requiredDate("calendar_date");
    ZoneId zone = support.zone(d);
    Double active = d.number("active_energy_burned_sum");
    Double basal = d.number("basal_energy_burned_sum");
    Double walked = d.number("distance_walking_running_sum");
    Source source = support.source(d, outer);
    support.add(
        ActivitySummary.on(day)
            .caloriesActive(active)
            .caloriesTotal(
                d.has("calories_total")
                    ? d.number("calories_total")
                    : active == null || basal == null ? null : (Double) (active + basal))
            .steps(Units.round(d.number("steps_sum")))
            .floorsClimbed(Units.round(d.number("floors_climbed_sum")))
            .distance(walked == null ? d.number("distance_wheelchair") : walked)
            .low(d.number("low"))
            .medium(d.number("medium"))
            .high(d.number("high"))
            .timeZone(SummaryMapperSupport.name(zone))
            .timezoneOffset(
                zone == null
                    ? null
                    : SummaryMapperSupport.offset(zone, day.atStartOfDay(zone).toInstant()))
            .heartRate(heartRate(d))
            .wheelchairUse(d.flag("wheelchair_use"))
            .wheelchairPush(Units.round(d.number("wheelchair_push")))
            .build(),
        source);
  }

  private static ActivitySummary.HeartRate heartRate(RecordNode d) {
    Double avg = d.number("avg_heart_rate");
    Double min = d.number("min_heart_rate");
    Double max = d.number("max_heart_rate");
    Double resting = d.number("resting_heart_rate");
    Double walking = d.number("avg_walking_heart_rate");
    return avg == null && min == null && max == null && resting == null && walking == null
        ? null
        : new ActivitySummary.HeartRate(avg, min, max, resting, walking);
  }
}
