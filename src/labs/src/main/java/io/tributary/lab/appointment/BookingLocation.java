package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;

/**
 * Where an appointment is, and whose calendar it is in.
 *
 * @param confirmation what makes it sure
 */
record BookingLocation(
    Calendar bookable,
    JsonNode address,
    double lat,
    double lng,
    ZoneId zone,
    Confirmation confirmation) {}
