-- Charges one request to every limit by GCRA, or to none.
--
-- KEYS  the limits
-- ARGV  for each limit its interval and its span, in microseconds
-- Returns 1 or 0, and the debt of each limit in microseconds, as texts: a reply has whole numbers only.

local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local tats, allowed = {}, 1
for i, key in ipairs(KEYS) do
  tats[i] = math.max(tonumber(redis.call('GET', key) or now), now)
  if tats[i] + tonumber(ARGV[2 * i - 1]) - now > tonumber(ARGV[2 * i]) then
    allowed = 0
  end
end
local reply = {allowed}
for i, key in ipairs(KEYS) do
  if allowed == 1 then
    tats[i] = tats[i] + tonumber(ARGV[2 * i - 1])
    redis.call('SET', key, string.format('%.3f', tats[i]), 'PX', math.ceil((tats[i] - now) / 1000))
  end
  reply[i + 1] = string.format('%.3f', tats[i] - now)
end
return reply
